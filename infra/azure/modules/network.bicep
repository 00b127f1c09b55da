// A virtual network for the app, and private ways from it to storage and Event Hubs.

param prefix string
param suffix string
param location string
param tags object

@description('At least a /25: half for the app, half for endpoints.')
@minLength(9)
@maxLength(18)
param addressPrefix string

param hostId string
param lakeId string
param stateId string
param namespaceId string

// The zone of Event Hubs is that of the public cloud; environment() knows no suffix for it.
var hubZone = 'privatelink.servicebus.windows.net'
var blobZone = 'privatelink.blob.${environment().suffixes.storage}'
var dfsZone = 'privatelink.dfs.${environment().suffixes.storage}'
var queueZone = 'privatelink.queue.${environment().suffixes.storage}'

var zoneNames = [blobZone, dfsZone, queueZone, hubZone]

var ways = [
  {
    name: 'host-blob'
    target: hostId
    group: 'blob'
    zone: blobZone
  }
  {
    name: 'lake-blob'
    target: lakeId
    group: 'blob'
    zone: blobZone
  }
  // For readers of the lake in this network; Sluice itself talks to the blob endpoint only.
  {
    name: 'lake-dfs'
    target: lakeId
    group: 'dfs'
    zone: dfsZone
  }
  {
    name: 'state-blob'
    target: stateId
    group: 'blob'
    zone: blobZone
  }
  {
    name: 'state-queue'
    target: stateId
    group: 'queue'
    zone: queueZone
  }
  {
    name: 'hub'
    target: namespaceId
    group: 'namespace'
    zone: hubZone
  }
]

resource network 'Microsoft.Network/virtualNetworks@2024-01-01' = {
  name: '${prefix}-network-${suffix}'
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: [addressPrefix]
    }
    // Here and not as resources of their own: a second deployment would remove subnets that the network does not name.
    subnets: [
      {
        name: 'functions'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, 26, 0)
          delegations: [
            {
              name: 'flex'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: cidrSubnet(addressPrefix, 26, 1)
          privateEndpointNetworkPolicies: 'Disabled'
        }
      }
    ]
  }

  resource functionsSubnet 'subnets' existing = {
    name: 'functions'
  }

  resource endpointsSubnet 'subnets' existing = {
    name: 'endpoints'
  }
}

resource zones 'Microsoft.Network/privateDnsZones@2020-06-01' = [
  for zone in zoneNames: {
    name: zone
    location: 'global'
    tags: tags
  }
]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01' = [
  for (zone, i) in zoneNames: {
    parent: zones[i]
    name: '${prefix}-${suffix}'
    location: 'global'
    tags: tags
    properties: {
      registrationEnabled: false
      virtualNetwork: {
        id: network.id
      }
    }
  }
]

resource endpoints 'Microsoft.Network/privateEndpoints@2024-01-01' = [
  for way in ways: {
    name: '${prefix}-${way.name}-${suffix}'
    location: location
    tags: tags
    properties: {
      subnet: {
        id: network::endpointsSubnet.id
      }
      privateLinkServiceConnections: [
        {
          name: way.name
          properties: {
            privateLinkServiceId: way.target
            groupIds: [way.group]
          }
        }
      ]
    }
  }
]

resource records 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-01-01' = [
  for (way, i) in ways: {
    parent: endpoints[i]
    name: 'default'
    properties: {
      privateDnsZoneConfigs: [
        {
          name: way.group
          properties: {
            privateDnsZoneId: resourceId('Microsoft.Network/privateDnsZones', way.zone)
          }
        }
      ]
    }
    dependsOn: [links]
  }
]

output functionsSubnetId string = network::functionsSubnet.id
