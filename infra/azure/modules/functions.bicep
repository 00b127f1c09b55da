// The function app: Flex Consumption, Java 21, everything as one user-assigned identity.

import { kafkaSource, sluiceSettings } from '../types.bicep'

param name string
param planName string
param location string
param tags object

param identityId string
param identityClientId string
param insightsName string

param packagesUrl string
param hostBlobs string
param lakeUrl string
param stateUrl string
param archiveUrl string
param queueServiceUri string

param fullyQualifiedNamespace string
param hubName string
param consumerGroup string

@allowed(['capture', 'sluice', 'none'])
param archive string

@description('The Kafka topic to read; null if there is none.')
param kafka kafkaSource?

@description('What changes lines and limits.')
param settings sluiceSettings

@allowed([512, 2048, 4096])
param instanceMemoryMB int

@minValue(40)
@maxValue(1000)
param maximumInstanceCount int

@minValue(0)
@maxValue(20)
param alwaysReadyInstances int

@description('Of the subnet for the app; empty without a virtual network.')
param subnetId string

param publicAccess bool

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

var hostSettings = {
  AzureWebJobsStorage__blobServiceUri: hostBlobs
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__clientId: identityClientId
  // Which identity the stores of Sluice sign in with.
  AZURE_CLIENT_ID: identityClientId
  APPLICATIONINSIGHTS_CONNECTION_STRING: insights.properties.ConnectionString
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  // Metrics go through OpenTelemetry's API; without the agent they go nowhere.
  APPLICATIONINSIGHTS_ENABLE_AGENT: 'true'
}

var hubSettings = {
  SLUICE_LAKE: lakeUrl
  SLUICE_STATE: stateUrl
  SLUICE_HUB: hubName
  SLUICE_CONSUMER_GROUP: consumerGroup
  SLUICE_EVENTS__fullyQualifiedNamespace: fullyQualifiedNamespace
  SLUICE_EVENTS__credential: 'managedidentity'
  SLUICE_EVENTS__clientId: identityClientId
}

var archiveSettings = archive == 'none'
  ? {
      'AzureWebJobs.Replay.Disabled': '1'
      'AzureWebJobs.ReplayStatus.Disabled': '1'
      'AzureWebJobs.ReplayWorker.Disabled': '1'
      'AzureWebJobs.ReplayPoison.Disabled': '1'
    }
  : {
      SLUICE_ARCHIVE: archiveUrl
      SLUICE_ARCHIVE_WRITE: archive == 'sluice' ? 'true' : 'false'
      SLUICE_REPLAY__queueServiceUri: queueServiceUri
      SLUICE_REPLAY__credential: 'managedidentity'
      SLUICE_REPLAY__clientId: identityClientId
    }

var kafkaSettings = kafka == null
  ? {
      'AzureWebJobs.KafkaChangeFeed.Disabled': '1'
    }
  : {
      SLUICE_KAFKA_BROKERS: kafka!.brokers
      SLUICE_KAFKA_TOPIC: kafka!.topic
      SLUICE_KAFKA_CONSUMER_GROUP: kafka!.consumerGroup
      SLUICE_KAFKA_USER: kafka!.user
      SLUICE_KAFKA_PASSWORD: '@Microsoft.KeyVault(VaultName=${kafka!.keyVault};SecretName=${kafka!.passwordSecret})'
      SLUICE_KAFKA_CLUSTER: kafka!.?cluster ?? 'kafka'
      SLUICE_KAFKA_BROKER_TIMES: (kafka!.?brokerTimes ?? false) ? 'true' : 'false'
    }

resource plan 'Microsoft.Web/serverfarms@2024-04-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    tier: 'FlexConsumption'
    name: 'FC1'
  }
  properties: {
    reserved: true
  }
}

resource app 'Microsoft.Web/sites@2024-04-01' = {
  name: name
  location: location
  tags: tags
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    clientAffinityEnabled: false
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    siteConfig: {
      minTlsVersion: '1.2'
      scmMinTlsVersion: '1.2'
      ftpsState: 'Disabled'
    }
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: packagesUrl
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      runtime: {
        name: 'java'
        version: '21'
      }
      scaleAndConcurrency: {
        instanceMemoryMB: instanceMemoryMB
        maximumInstanceCount: maximumInstanceCount
        alwaysReady: alwaysReadyInstances == 0
          ? []
          : [
              {
                name: 'function:ChangeFeed'
                instanceCount: alwaysReadyInstances
              }
            ]
      }
    }
  }
}

resource appSettings 'Microsoft.Web/sites/config@2024-04-01' = {
  parent: app
  name: 'appsettings'
  properties: union(settings, hostSettings, hubSettings, archiveSettings, kafkaSettings)
}

// Publishing by user name and password is local authentication too.
resource noPasswords 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = [
  for way in ['ftp', 'scm']: {
    parent: app
    name: way
    properties: {
      allow: false
    }
  }
]

output appName string = app.name
output hostName string = app.properties.defaultHostName
