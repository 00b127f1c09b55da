// Who may do what with blobs and queues. Each right is on a container or a queue, but for the account that is the host's own.
// The build compares these roles with the calls that the functions make.

import { principal } from '../types.bicep'

param hostName string
param lakeName string
param stateName string

@description('The identity of the function app.')
param appPrincipalId string

@description('The identity with which Capture writes; empty without Capture.')
param capturePrincipalId string

@allowed(['capture', 'sluice', 'none'])
param archive string

param lakeReaders principal[]
param operators principal[]

var roles = loadJsonContent('../roles.json')

resource host 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: hostName
}

resource lake 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: lakeName

  resource blobs 'blobServices' existing = {
    name: 'default'

    resource container 'containers' existing = {
      name: 'lake'
    }
  }
}

resource state 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: stateName

  resource blobs 'blobServices' existing = {
    name: 'default'

    resource container 'containers' existing = {
      name: 'state'
    }

    resource archiveContainer 'containers' existing = {
      name: 'archive'
    }
  }

  resource queues 'queueServices' existing = {
    name: 'default'

    resource replays 'queues' existing = {
      name: 'sluice-replays'
    }

    resource poison 'queues' existing = {
      name: 'sluice-replays-poison'
    }
  }
}

// Package, checkpoints, leases, function keys: the platform asks for this role.
resource appOnHost 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(host.id, appPrincipalId, roles.storageBlobDataOwner.id)
  scope: host
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataOwner.id)
  }
}

// Creates objects, and reads those that are there already. No built-in role writes and does not delete.
resource appOnLake 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(lake::blobs::container.id, appPrincipalId, roles.storageBlobDataContributor.id)
  scope: lake::blobs::container
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
  }
}

// Ledger, quarantine, parked pieces; the sweep deletes pieces of finished events.
resource appOnState 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(state::blobs::container.id, appPrincipalId, roles.storageBlobDataContributor.id)
  scope: state::blobs::container
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
  }
}

// Replays read what Capture wrote.
resource appReadsArchive 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (archive == 'capture') {
  name: guid(state::blobs::archiveContainer.id, appPrincipalId, roles.storageBlobDataReader.id)
  scope: state::blobs::archiveContainer
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataReader.id)
  }
}

// Sluice keeps the archive itself.
resource appWritesArchive 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (archive == 'sluice') {
  name: guid(state::blobs::archiveContainer.id, appPrincipalId, roles.storageBlobDataContributor.id)
  scope: state::blobs::archiveContainer
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
  }
}

// The host puts, takes, hides for longer and deletes messages. Hiding is Update Message, which neither the processor's nor the
// sender's role allows.
resource appOnReplays 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (archive != 'none') {
  name: guid(state::queues::replays.id, appPrincipalId, roles.storageQueueDataContributor.id)
  scope: state::queues::replays
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageQueueDataContributor.id)
  }
}

// The host moves messages there that failed as often as host.json allows, and ReplayPoison takes them.
resource appOnPoison 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (archive != 'none') {
  name: guid(state::queues::poison.id, appPrincipalId, roles.storageQueueDataContributor.id)
  scope: state::queues::poison
  properties: {
    principalId: appPrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageQueueDataContributor.id)
  }
}

resource captureOnArchive 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (archive == 'capture') {
  name: guid(state::blobs::archiveContainer.id, capturePrincipalId, roles.storageBlobDataContributor.id)
  scope: state::blobs::archiveContainer
  properties: {
    principalId: capturePrincipalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
  }
}

resource readersOnLake 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for reader in lakeReaders: {
    name: guid(lake::blobs::container.id, reader.id, roles.storageBlobDataReader.id)
    scope: lake::blobs::container
    properties: {
      principalId: reader.id
      principalType: reader.type
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataReader.id)
    }
  }
]

// Those who run the commands of the runbook: sweep, redrive, accept holes, replay.
resource operatorsOnLake 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for operator in operators: {
    name: guid(lake::blobs::container.id, operator.id, roles.storageBlobDataContributor.id)
    scope: lake::blobs::container
    properties: {
      principalId: operator.id
      principalType: operator.type
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
    }
  }
]

resource operatorsOnState 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for operator in operators: {
    name: guid(state::blobs::container.id, operator.id, roles.storageBlobDataContributor.id)
    scope: state::blobs::container
    properties: {
      principalId: operator.id
      principalType: operator.type
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataContributor.id)
    }
  }
]

resource operatorsOnArchive 'Microsoft.Authorization/roleAssignments@2022-04-01' = [
  for operator in operators: {
    name: guid(state::blobs::archiveContainer.id, operator.id, roles.storageBlobDataReader.id)
    scope: state::blobs::archiveContainer
    properties: {
      principalId: operator.id
      principalType: operator.type
      roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', roles.storageBlobDataReader.id)
    }
  }
]

@description('Said when all of it is there, so that others wait for it.')
output archiveRole string = archive
