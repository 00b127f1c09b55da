// Three accounts, so that no role on one of them opens another: the host's own, the lake, and what nobody but Sluice and its
// operators may read: state, archive and queues. State and archive hold raw messages, with values of any table.

@description('Begins the names of the accounts; lower case letters and digits.')
@minLength(2)
@maxLength(6)
param prefix string

@description('Ends the names of the accounts, because they are unique in all of Azure.')
@minLength(13)
@maxLength(13)
param suffix string

param location string
param tags object

@description('How copies are kept. ZRS and GZRS survive the loss of a zone.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_GZRS'])
param sku string

@description('Nobody outside of the virtual network gets in, but for Capture.')
param privateNetwork bool

@description('Capture writes into the archive.')
param capture bool

@description('Of the lake, and of whole containers.')
@minValue(1)
@maxValue(365)
param softDeleteDays int

@description('0: never.')
@minValue(0)
@maxValue(3650)
param parkedRetentionDays int

@description('0: kept for ever.')
@minValue(0)
@maxValue(3650)
param archiveRetentionDays int

@description('0: never.')
@minValue(0)
@maxValue(3650)
param archiveCoolDays int

@description('0: never.')
@minValue(0)
@maxValue(3650)
param lakeCoolDays int

// Steps of replays, and those that failed for good. The names are those of the functions.
var queues = ['sluice-replays', 'sluice-replays-poison']

resource host 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: '${prefix}host${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: privateNetwork ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: privateNetwork ? 'Deny' : 'Allow'
    }
  }
}

resource hostBlobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: host
  name: 'default'
  properties: {
    // Nothing but packages and checkpoints; a checkpoint that was deleted costs a second reading, no more.
    deleteRetentionPolicy: {
      enabled: false
    }
  }
}

resource packages 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: hostBlobs
  name: 'packages'
  properties: {
    publicAccess: 'None'
  }
}

resource lake 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: '${prefix}lake${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    // Fixed at creation. Engines list folders and rename them; Sluice itself needs neither.
    isHnsEnabled: true
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    isLocalUserEnabled: false
    isSftpEnabled: false
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    publicNetworkAccess: privateNetwork ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: 'None'
      defaultAction: privateNetwork ? 'Deny' : 'Allow'
    }
  }
}

resource lakeBlobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: lake
  name: 'default'
  properties: {
    deleteRetentionPolicy: {
      enabled: true
      days: softDeleteDays
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: softDeleteDays
    }
  }
}

resource lakeContainer 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: lakeBlobs
  name: 'lake'
  properties: {
    publicAccess: 'None'
  }
}

// Nothing of the lake is ever deleted here: its ledger would claim lines that are gone.
resource lakeLifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2023-05-01' = if (lakeCoolDays > 0) {
  parent: lake
  name: 'default'
  properties: {
    policy: {
      rules: [
        {
          name: 'cool-lake'
          type: 'Lifecycle'
          enabled: true
          definition: {
            filters: {
              blobTypes: ['blockBlob']
              prefixMatch: ['lake/']
            }
            actions: {
              baseBlob: {
                tierToCool: {
                  daysAfterModificationGreaterThan: lakeCoolDays
                }
              }
            }
          }
        }
      ]
    }
  }
  dependsOn: [lakeBlobs]
}

resource state 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: '${prefix}state${suffix}'
  location: location
  tags: tags
  kind: 'StorageV2'
  sku: {
    name: sku
  }
  properties: {
    accessTier: 'Hot'
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    minimumTlsVersion: 'TLS1_2'
    supportsHttpsTrafficOnly: true
    // Capture comes as a trusted service, and that way is closed with public access. Denying everybody else shuts the same door.
    publicNetworkAccess: privateNetwork && !capture ? 'Disabled' : 'Enabled'
    networkAcls: {
      bypass: capture ? 'AzureServices' : 'None'
      defaultAction: privateNetwork ? 'Deny' : 'Allow'
    }
  }
}

resource stateBlobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: state
  name: 'default'
  properties: {
    // Each batch overwrites a ledger, and soft delete would keep every one of these copies, up to a million of a busy partition.
    // The archive needs none: Capture and functions never overwrite a file, and nobody but they and the rule below may delete one.
    deleteRetentionPolicy: {
      enabled: false
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: softDeleteDays
    }
  }
}

resource stateContainer 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: stateBlobs
  name: 'state'
  properties: {
    publicAccess: 'None'
  }
}

resource archiveContainer 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: stateBlobs
  name: 'archive'
  properties: {
    publicAccess: 'None'
  }
}

// Ledger, quarantine and marks of finished events are never deleted by age: without them, events would be taken in twice.
// Parked pieces are only if somebody says so. The sweep removes those of finished events by itself.
resource stateLifecycle 'Microsoft.Storage/storageAccounts/managementPolicies@2023-05-01' = {
  parent: state
  name: 'default'
  properties: {
    policy: {
      rules: concat(
        parkedRetentionDays == 0
          ? []
          : [
              {
                name: 'delete-parked'
                type: 'Lifecycle'
                enabled: true
                definition: {
                  filters: {
                    blobTypes: ['blockBlob']
                    prefixMatch: ['state/parked/']
                  }
                  actions: {
                    baseBlob: {
                      delete: {
                        daysAfterModificationGreaterThan: parkedRetentionDays
                      }
                    }
                  }
                }
              }
            ],
        [
          {
            name: 'delete-replays'
            type: 'Lifecycle'
            enabled: true
            definition: {
              filters: {
                blobTypes: ['blockBlob']
                prefixMatch: ['state/replays/']
              }
              actions: {
                baseBlob: {
                  delete: {
                    daysAfterModificationGreaterThan: 90
                  }
                }
              }
            }
          }
        ],
        archiveRetentionDays == 0
          ? []
          : [
              {
                name: 'delete-archive'
                type: 'Lifecycle'
                enabled: true
                definition: {
                  filters: {
                    blobTypes: ['blockBlob']
                    prefixMatch: ['archive/']
                  }
                  actions: {
                    baseBlob: {
                      delete: {
                        daysAfterModificationGreaterThan: archiveRetentionDays
                      }
                    }
                  }
                }
              }
            ],
        archiveCoolDays == 0
          ? []
          : [
              {
                name: 'cool-archive'
                type: 'Lifecycle'
                enabled: true
                definition: {
                  filters: {
                    blobTypes: ['blockBlob']
                    prefixMatch: ['archive/']
                  }
                  actions: {
                    baseBlob: {
                      tierToCool: {
                        daysAfterModificationGreaterThan: archiveCoolDays
                      }
                    }
                  }
                }
              }
            ]
      )
    }
  }
  dependsOn: [stateBlobs]
}

resource stateQueues 'Microsoft.Storage/storageAccounts/queueServices@2023-05-01' = {
  parent: state
  name: 'default'
}

resource replayQueues 'Microsoft.Storage/storageAccounts/queueServices/queues@2023-05-01' = [
  for queue in queues: {
    parent: stateQueues
    name: queue
  }
]

output hostName string = host.name
output hostId string = host.id
output hostBlobs string = host.properties.primaryEndpoints.blob
output packagesUrl string = '${host.properties.primaryEndpoints.blob}${packages.name}'

output lakeName string = lake.name
output lakeId string = lake.id
output lakeUrl string = '${lake.properties.primaryEndpoints.blob}${lakeContainer.name}'

output stateName string = state.name
output stateId string = state.id
output stateUrl string = '${state.properties.primaryEndpoints.blob}${stateContainer.name}'
output archiveUrl string = '${state.properties.primaryEndpoints.blob}${archiveContainer.name}'
output archiveContainer string = archiveContainer.name
output queueServiceUri string = state.properties.primaryEndpoints.queue
