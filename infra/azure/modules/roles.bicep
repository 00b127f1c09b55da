// Who may do what with the hub, with metrics and with the key vault. Those of blobs and queues: storage-roles.bicep.

param namespaceName string
param hubName string
param insightsName string

@description('The identity of the function app.')
param appPrincipalId string

@description('The identity of the server that writes to the hub; empty if somebody else gives it the role.')
param producerPrincipalId string

@description('The key vault with the password of Kafka; empty without Kafka.')
param keyVault string

var roles = loadJsonContent('../roles.json')

resource namespace 'Microsoft.EventHub/namespaces@2024-01-01' existing = {
  name: namespaceName

  resource hub 'eventhubs' existing = {
    name: hubName
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = if (!empty(keyVault)) {
  name: keyVault
}

// On the hub and not on the consumer group: the trigger asks the hub which partitions it has.
resource appOnHub 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(namespace::hub.id, appPrincipalId, roles.eventHubsDataReceiver.id)
  scope: namespace::hub
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.eventHubsDataReceiver.id)
  }
}

resource producerOnHub 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(producerPrincipalId)) {
  name: guid(namespace::hub.id, producerPrincipalId, roles.eventHubsDataSender.id)
  scope: namespace::hub
  properties: {
    principalId: producerPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.eventHubsDataSender.id)
  }
}

resource appOnInsights 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, appPrincipalId, roles.monitoringMetricsPublisher.id)
  scope: insights
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.monitoringMetricsPublisher.id)
  }
}

resource appOnVault 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (!empty(keyVault)) {
  name: guid(resourceId('Microsoft.KeyVault/vaults', keyVault), appPrincipalId, roles.keyVaultSecretsUser.id)
  scope: vault
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.keyVaultSecretsUser.id)
  }
}
