// Sluice on Azure: change events from an event hub (and a Kafka topic) into a lake, exactly once, by functions.
// Needs Bicep 0.33 or newer, for fail(). The guide is README.md.

targetScope = 'resourceGroup'

import { kafkaSource, principal, sluiceSettings } from 'types.bicep'

@description('Begins the names of all resources: 2 to 6 lower case letters and digits, a letter first.')
@minLength(2)
@maxLength(6)
param namePrefix string

@description('Region of all resources; Flex Consumption has to be there.')
@minLength(3)
param location string = resourceGroup().location

@description('On all resources.')
param tags object = {}

@description('Who writes to the hub. CES (SQL Server, Azure SQL, Managed Instance) reaches only a public endpoint.')
@allowed(['ces', 'other'])
param producer string

@description('Object id of the managed identity of the SQL server; it may then send to the hub. Empty: somebody else gives it the role.')
@maxLength(36)
param producerPrincipalId string = ''

@description('Who is told by mail when somebody should look. At least one.')
@minLength(1)
@maxLength(20)
param alertEmails string[]

@description('The event hub, and the name of the stream. Part of the identity of each log: it never changes.')
@minLength(1)
@maxLength(256)
param hubName string = 'changes'

@description('A consumer group of its own.')
@minLength(1)
@maxLength(50)
param consumerGroup string = 'sluice'

@description('As many batches run side by side. Standard: up to 32, fixed at creation.')
@minValue(1)
@maxValue(100)
param partitionCount int = 8

@description('How long the hub keeps events; as long may the functions be down. Standard: up to 168.')
@minValue(24)
@maxValue(2160)
param retentionHours int = 168

@description('Basic has no Kafka endpoint, no consumer groups and messages of 256 KB only.')
@allowed(['Standard', 'Premium'])
param eventHubsSku string = 'Standard'

@description('Throughput units (Standard, 1 MB/s in each) or processing units (Premium).')
@minValue(1)
@maxValue(40)
param eventHubsCapacity int = 1

@description('Standard: up to how many throughput units it grows by itself. 0: it does not.')
@minValue(0)
@maxValue(40)
param eventHubsMaxCapacity int = 4

@description('The archive that replays and verify read: files of Capture, files that Sluice writes (also of Kafka), or none.')
@allowed(['capture', 'sluice', 'none'])
param archive string = 'capture'

@description('Minutes until Capture ends a file.')
@minValue(1)
@maxValue(15)
param captureMinutes int = 5

@description('Megabytes until Capture ends a file.')
@minValue(10)
@maxValue(500)
param captureMegabytes int = 300

@description('Days until the archive is deleted; 0: never. It should outlive the hub: what is in neither cannot be replayed.')
@minValue(0)
@maxValue(3650)
param archiveRetentionDays int = 0

@description('Days until the archive is moved to the cool tier; 0: never.')
@minValue(0)
@maxValue(3650)
param archiveCoolDays int = 30

@description('Days until the lake is moved to the cool tier; 0: never.')
@minValue(0)
@maxValue(3650)
param lakeCoolDays int = 0

@description('Days until pieces of split events are deleted. The sweep has long reported by then what is incomplete; later pieces find nothing.')
@minValue(30)
@maxValue(3650)
param parkedRetentionDays int = 180

@description('Days in which what was deleted from lake, state or archive can be brought back.')
@minValue(1)
@maxValue(365)
param softDeleteDays int = 14

@description('How copies of objects are kept. ZRS and GZRS survive the loss of a zone.')
@allowed(['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_GZRS'])
param storageSku string = 'Standard_ZRS'

@description('Who may read the lake, and nothing else: up to 20.')
@maxLength(20)
param lakeReaders principal[] = []

@description('Who may run the commands of the runbook: up to 20.')
@maxLength(20)
param operators principal[] = []

@description('A Kafka topic to read, beside the hub; none if it is left out.')
param kafka kafkaSource?

@description('Settings that change what lines are like, and limits.')
param settings sluiceSettings = {}

@description('Memory of an instance, in MB. 512 is enough for a batch, and slow at the start.')
@allowed([512, 2048, 4096])
param instanceMemoryMB int = 2048

@description('The most instances of the app.')
@minValue(40)
@maxValue(1000)
param maximumInstanceCount int = 40

@description('Instances of ChangeFeed that always run: no cold start, at a price per hour.')
@minValue(0)
@maxValue(20)
param alwaysReadyInstances int = 0

@description('A virtual network, private endpoints and no public access to storage.')
param privateNetwork bool = false

@description('Address range of the virtual network, /25 or larger.')
@minLength(9)
@maxLength(18)
param addressPrefix string = '10.80.0.0/24'

@description('CES needs it. Without it, Event Hubs is reached through the virtual network alone.')
param eventHubsPublicAccess bool = true

@description('Replays are asked for, and packages are deployed, over the public address of the app. Without it, from inside the network only.')
param appPublicAccess bool = true

@description('Days that logs and metrics are kept.')
@minValue(30)
@maxValue(730)
param logRetentionDays int = 30

@description('Alert: a batch is this late.')
@minValue(1)
@maxValue(1440)
param alertLagMinutes int = 15

@description('Alert: a split event has waited this long.')
@minValue(1)
@maxValue(168)
param alertParkedHours int = 2

@description('Alert: more items than this went into the quarantine within 15 minutes.')
@minValue(0)
@maxValue(100000)
param alertQuarantinedItems int = 0

@description('Alert: more batches than this were thrown back, or more calls of one function failed, within 15 minutes.')
@minValue(0)
@maxValue(100000)
param alertFailedBatches int = 5

// What parameters say together. Each sentence tells what to set; all of them are told at once, before anything is deployed.
var problems = filter([
  namePrefix != toLower(namePrefix) || contains(namePrefix, '-') || contains(namePrefix, '_') || contains(namePrefix, '.')
    ? 'namePrefix: use lower case letters and digits only, because names of storage accounts take nothing else.'
    : ''
  contains('0123456789', substring(namePrefix, 0, 1))
    ? 'namePrefix: use a letter first, because names of Event Hubs begin with one.'
    : ''
  producer == 'ces' && !eventHubsPublicAccess
    ? 'eventHubsPublicAccess: set it to true, because CES reaches Event Hubs by its public endpoint only; or set producer to other.'
    : ''
  !privateNetwork && !eventHubsPublicAccess
    ? 'eventHubsPublicAccess: set it to true, or privateNetwork too; as it is, nobody could reach the hub.'
    : ''
  !privateNetwork && !appPublicAccess
    ? 'appPublicAccess: set it to true, or privateNetwork too; as it is, nobody could deploy a package.'
    : ''
  eventHubsSku == 'Standard' && retentionHours > 168
    ? 'retentionHours: set at most 168, or eventHubsSku to Premium.'
    : ''
  eventHubsSku == 'Standard' && partitionCount > 32
    ? 'partitionCount: set at most 32, or eventHubsSku to Premium.'
    : ''
  eventHubsSku == 'Premium' && eventHubsMaxCapacity > 0
    ? 'eventHubsMaxCapacity: set 0, because processing units of Premium do not grow by themselves.'
    : ''
  eventHubsSku == 'Premium' && !contains([1, 2, 4, 6, 8, 10, 12, 16], eventHubsCapacity)
    ? 'eventHubsCapacity: set 1, 2, 4, 6, 8, 10, 12 or 16 processing units.'
    : ''
  eventHubsMaxCapacity > 0 && eventHubsMaxCapacity < eventHubsCapacity
    ? 'eventHubsMaxCapacity: set 0, or at least eventHubsCapacity.'
    : ''
  archive != 'none' && archiveRetentionDays > 0 && archiveRetentionDays * 24 <= retentionHours
    ? 'archiveRetentionDays: set 0, or more days than the hub keeps events (retentionHours); it is there for what the hub no longer has.'
    : ''
  archiveRetentionDays > 0 && archiveCoolDays >= archiveRetentionDays
    ? 'archiveCoolDays: set 0, or fewer days than archiveRetentionDays.'
    : ''
  parkedRetentionDays * 24 <= retentionHours || (archiveRetentionDays > 0 && archive != 'none' && parkedRetentionDays <= archiveRetentionDays)
    ? 'parkedRetentionDays: set more days than hub (retentionHours) and archive (archiveRetentionDays) keep events, or a late piece finds its set gone.'
    : ''
  !empty(producerPrincipalId) && length(producerPrincipalId) != 36
    ? 'producerPrincipalId: give the object id of the identity, 36 characters, or leave it out.'
    : ''
], problem => !empty(problem))

// Every name has it in front, so nothing is planned while there is a problem.
var prefix = empty(problems) ? namePrefix : fail(join(problems, ' '))
// The same in each deployment of a resource group.
var suffix = uniqueString(resourceGroup().id)
var capture = archive == 'capture'

resource appIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${prefix}-app-${suffix}'
  location: location
  tags: tags
}

// Another one than that of the app: Capture needs nothing but the archive.
resource captureIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = if (capture) {
  name: '${prefix}-capture-${suffix}'
  location: location
  tags: tags
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  params: {
    prefix: prefix
    suffix: suffix
    location: location
    tags: tags
    retentionDays: logRetentionDays
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  params: {
    prefix: prefix
    suffix: suffix
    location: location
    tags: tags
    sku: storageSku
    privateNetwork: privateNetwork
    capture: capture
    softDeleteDays: softDeleteDays
    parkedRetentionDays: parkedRetentionDays
    archiveRetentionDays: archiveRetentionDays
    archiveCoolDays: archiveCoolDays
    lakeCoolDays: lakeCoolDays
  }
}

module storageRoles 'modules/storage-roles.bicep' = {
  name: 'storage-roles'
  params: {
    hostName: storage.outputs.hostName
    lakeName: storage.outputs.lakeName
    stateName: storage.outputs.stateName
    appPrincipalId: appIdentity.properties.principalId
    capturePrincipalId: capture ? captureIdentity!.properties.principalId : ''
    archive: archive
    lakeReaders: lakeReaders
    operators: operators
  }
}

module eventHub 'modules/eventhub.bicep' = {
  name: 'eventhub'
  params: {
    name: '${prefix}-events-${suffix}'
    location: location
    tags: tags
    sku: eventHubsSku
    capacity: eventHubsCapacity
    maxCapacity: eventHubsMaxCapacity
    hubName: hubName
    consumerGroup: consumerGroup
    partitionCount: partitionCount
    retentionHours: retentionHours
    publicAccess: eventHubsPublicAccess
    // From the roles, because Capture is refused before its identity may write.
    capture: storageRoles.outputs.archiveRole == 'capture'
    captureIdentityId: capture ? captureIdentity!.id : ''
    archiveAccountId: storage.outputs.stateId
    archiveContainer: storage.outputs.archiveContainer
    captureMinutes: captureMinutes
    captureMegabytes: captureMegabytes
    workspaceId: monitoring.outputs.workspaceId
  }
}

module roles 'modules/roles.bicep' = {
  name: 'roles'
  params: {
    namespaceName: eventHub.outputs.namespaceName
    hubName: eventHub.outputs.hubName
    insightsName: monitoring.outputs.insightsName
    appPrincipalId: appIdentity.properties.principalId
    producerPrincipalId: producerPrincipalId
    keyVault: kafka.?keyVault ?? ''
  }
}

module network 'modules/network.bicep' = if (privateNetwork) {
  name: 'network'
  params: {
    prefix: prefix
    suffix: suffix
    location: location
    tags: tags
    addressPrefix: addressPrefix
    hostId: storage.outputs.hostId
    lakeId: storage.outputs.lakeId
    stateId: storage.outputs.stateId
    namespaceId: eventHub.outputs.namespaceId
  }
}

module functions 'modules/functions.bicep' = {
  name: 'functions'
  params: {
    name: '${prefix}-app-${suffix}'
    planName: '${prefix}-plan-${suffix}'
    location: location
    tags: tags
    identityId: appIdentity.id
    identityClientId: appIdentity.properties.clientId
    insightsName: monitoring.outputs.insightsName
    packagesUrl: storage.outputs.packagesUrl
    hostBlobs: storage.outputs.hostBlobs
    lakeUrl: storage.outputs.lakeUrl
    stateUrl: storage.outputs.stateUrl
    archiveUrl: storage.outputs.archiveUrl
    queueServiceUri: storage.outputs.queueServiceUri
    fullyQualifiedNamespace: eventHub.outputs.fullyQualifiedNamespace
    hubName: eventHub.outputs.hubName
    consumerGroup: eventHub.outputs.consumerGroup
    archive: archive
    kafka: kafka
    settings: settings
    instanceMemoryMB: instanceMemoryMB
    maximumInstanceCount: maximumInstanceCount
    alwaysReadyInstances: alwaysReadyInstances
    subnetId: privateNetwork ? network!.outputs.functionsSubnetId : ''
    publicAccess: appPublicAccess
  }
  // The app starts with all that it may do.
  dependsOn: [roles]
}

module alerts 'modules/alerts.bicep' = {
  name: 'alerts'
  params: {
    prefix: prefix
    suffix: suffix
    location: location
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
    namespaceId: eventHub.outputs.namespaceId
    emails: alertEmails
    lagMinutes: alertLagMinutes
    parkedHours: alertParkedHours
    quarantinedItems: alertQuarantinedItems
    failedBatches: alertFailedBatches
  }
}

module dashboard 'modules/dashboard.bicep' = {
  name: 'dashboard'
  params: {
    displayName: '${prefix} Sluice'
    location: location
    tags: tags
    workspaceId: monitoring.outputs.workspaceId
  }
}

@description('For az functionapp deployment source config-zip.')
output appName string = functions.outputs.appName

@description('Where replays are asked for.')
output appHostName string = functions.outputs.hostName

@description('SLUICE_LAKE, for readers and for the command line.')
output lakeUrl string = storage.outputs.lakeUrl

@description('SLUICE_STATE, for the command line.')
output stateUrl string = storage.outputs.stateUrl

@description('The archive, for replay and verify.')
output archiveUrl string = archive == 'none' ? '' : storage.outputs.archiveUrl

@description('destination_location of the stream group, without the port.')
output hubLocation string = '${eventHub.outputs.fullyQualifiedNamespace}/${eventHub.outputs.hubName}'

@description('Object id of the identity of the app, should it need a role elsewhere.')
output appPrincipalId string = appIdentity.properties.principalId
