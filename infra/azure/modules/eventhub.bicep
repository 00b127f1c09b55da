// The hub that CES writes to, with a consumer group of its own and, if asked for, Capture into the archive.

param name string
param location string
param tags object

@allowed(['Standard', 'Premium'])
param sku string

@description('Throughput units (Standard) or processing units (Premium).')
@minValue(1)
@maxValue(40)
param capacity int

@description('0: the number of throughput units is fixed.')
@minValue(0)
@maxValue(40)
param maxCapacity int

@minLength(1)
@maxLength(256)
param hubName string

@minLength(1)
@maxLength(50)
param consumerGroup string

@minValue(1)
@maxValue(100)
param partitionCount int

@minValue(24)
@maxValue(2160)
param retentionHours int

param publicAccess bool
param capture bool

@description('The identity with which Capture writes; empty without Capture.')
param captureIdentityId string

@description('Id of the storage account of the archive.')
param archiveAccountId string

param archiveContainer string

@minValue(1)
@maxValue(15)
param captureMinutes int

@minValue(10)
@maxValue(500)
param captureMegabytes int

@description('Of the Log Analytics workspace, for the numbers of the namespace.')
param workspaceId string

resource namespace 'Microsoft.EventHub/namespaces@2024-01-01' = {
  name: name
  location: location
  tags: tags
  sku: {
    name: sku
    tier: sku
    capacity: capacity
  }
  identity: capture
    ? {
        type: 'UserAssigned'
        userAssignedIdentities: {
          '${captureIdentityId}': {}
        }
      }
    : null
  properties: {
    disableLocalAuth: true
    minimumTlsVersion: '1.2'
    publicNetworkAccess: publicAccess ? 'Enabled' : 'Disabled'
    isAutoInflateEnabled: maxCapacity > 0
    maximumThroughputUnits: maxCapacity
  }
}

resource hub 'Microsoft.EventHub/namespaces/eventhubs@2024-01-01' = {
  parent: namespace
  name: hubName
  properties: {
    partitionCount: partitionCount
    retentionDescription: {
      cleanupPolicy: 'Delete'
      retentionTimeInHours: retentionHours
    }
    captureDescription: capture
      ? {
          enabled: true
          encoding: 'Avro'
          intervalInSeconds: captureMinutes * 60
          sizeLimitInBytes: captureMegabytes * 1048576
          skipEmptyArchives: true
          destination: {
            name: 'EventHubArchive.AzureBlockBlob'
            identity: {
              type: 'UserAssigned'
              userAssignedIdentity: captureIdentityId
            }
            properties: {
              storageAccountResourceId: archiveAccountId
              blobContainer: archiveContainer
              // The default, which replays expect.
              archiveNameFormat: '{Namespace}/{EventHub}/{PartitionId}/{Year}/{Month}/{Day}/{Hour}/{Minute}/{Second}'
            }
          }
        }
      : null
  }
}

resource group 'Microsoft.EventHub/namespaces/eventhubs/consumergroups@2024-01-01' = {
  parent: hub
  name: consumerGroup
}

resource numbers 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'sluice'
  scope: namespace
  properties: {
    workspaceId: workspaceId
    metrics: [
      {
        category: 'AllMetrics'
        enabled: true
      }
    ]
  }
}

output namespaceName string = namespace.name
output namespaceId string = namespace.id
output hubName string = hub.name
output consumerGroup string = group.name

@description('Without scheme and port, also in other clouds than the public one.')
output fullyQualifiedNamespace string = split(replace(namespace.properties.serviceBusEndpoint, 'https://', ''), ':')[0]
