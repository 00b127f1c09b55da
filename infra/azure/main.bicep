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

@description('Days until pieces of split events that never became whole are deleted; 0: never. As long as an archive is kept, a replay may bring what they lack.')
@minValue(0)
@maxValue(3650)
param parkedRetentionDays int = 0

@description('Days in which what was deleted from the lake, and any container, can be brought back.')
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

// What a text is made of is told by what is left of it when it is split at all that it may hold.
var digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
var hexDigits = concat(digits, ['a', 'b', 'c', 'd', 'e', 'f'])
var letters = map(range(0, 26), i => substring('abcdefghijklmnopqrstuvwxyz', i, 1))
var nameSigns = concat(letters, digits, ['.', '-', '_'])
var octets = map(range(0, 256), i => string(i))
var networkSizes = map(range(8, 18), i => string(i))
var networkParts = split(first(split(addressPrefix, '/')), '.')
var isNetwork = length(split(addressPrefix, '/')) == 2 && contains(networkSizes, last(split(addressPrefix, '/'))) && length(networkParts) == 4 && empty(filter(
  networkParts,
  part => !contains(octets, part)
))
var brokers = kafka.?brokers ?? 'host:9092'
var kafkaNames = [
  kafka.?topic ?? 'x'
  kafka.?cluster ?? 'x'
]
var kafkaWords = [
  kafka.?consumerGroup ?? 'x'
  kafka.?user ?? 'x'
]
var vaultNames = [
  kafka.?keyVault ?? 'x'
  kafka.?passwordSecret ?? 'x'
]
var principalIds = map(concat(lakeReaders, operators), one => one.id)
var timeLimit = settings.?SLUICE_TIME_LIMIT ?? '480s'
var waits = [
  settings.?SLUICE_PARKED_TTL ?? '1h'
  settings.?SLUICE_PARKED_GRACE ?? '1h'
]
var sourceZones = split(settings.?SLUICE_SOURCE_ZONE ?? 'UTC', ',')
var plainRows = split(settings.?SLUICE_PLAIN_ROWS ?? 'x=a.b.c', ',')
var sparseTopics = split(settings.?SLUICE_SPARSE_TOPICS ?? 'x', ',')
// What the app takes at most; a test compares.
var mostOf = {
  SLUICE_MAX_RECORD_BYTES: 1073741823
  SLUICE_MAX_ITEMS: 999999
  SLUICE_MAX_DEPTH: 1000
  SLUICE_MAX_COLUMNS: 65536
  SLUICE_MAX_NUMBER_LENGTH: 1048576
  SLUICE_MAX_SEGMENTS: 999999
  SLUICE_MAX_EVENT_BYTES: 999999999999999999
  SLUICE_MAX_VALUE_BYTES: 536870912
}

// What parameters say together. Each sentence tells what to set; all of them are told at once, before anything is deployed.
var problems = filter([
  namePrefix != toLower(namePrefix) || !empty(join(split(namePrefix, concat(letters, digits)), ''))
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
  parkedRetentionDays > 0 && archive != 'none' && archiveRetentionDays == 0
    ? 'parkedRetentionDays: set 0, because the archive is kept for ever (archiveRetentionDays), and a late replay may bring the pieces that are missing.'
    : ''
  parkedRetentionDays > 0 && (parkedRetentionDays < 30 || parkedRetentionDays * 24 <= retentionHours)
    ? 'parkedRetentionDays: set 0, or at least 30 days, and more than the hub keeps events (retentionHours), or a late piece finds its set gone.'
    : ''
  parkedRetentionDays > 0 && archive != 'none' && archiveRetentionDays > 0 && parkedRetentionDays <= archiveRetentionDays
    ? 'parkedRetentionDays: set 0, or more days than the archive keeps events (archiveRetentionDays), or a late piece finds its set gone.'
    : ''
  !empty(producerPrincipalId) && (length(producerPrincipalId) != 36 || length(split(producerPrincipalId, '-')) != 5 || !empty(join(
      split(toLower(producerPrincipalId), concat(hexDigits, ['-'])),
      ''
    )))
    ? 'producerPrincipalId: give the object id of the identity, 36 characters like 00000000-0000-0000-0000-000000000000, or leave it out.'
    : ''
  !empty(filter(principalIds, id => length(split(id, '-')) != 5 || !empty(join(split(toLower(id), concat(hexDigits, ['-'])), ''))))
    ? 'operators: give object ids like 00000000-0000-0000-0000-000000000000, here and in lakeReaders; names and mails are none.'
    : ''
  !empty(join(split(toLower(location), concat(letters, digits, [' '])), ''))
    ? 'location: give the name of a region, like westeurope.'
    : ''
  !empty(join(split(toLower(hubName), nameSigns), '')) || !contains(concat(letters, digits), substring(toLower(hubName), 0, 1)) || !contains(
      concat(letters, digits),
      substring(toLower(hubName), length(hubName) - 1, 1)
    )
    ? 'hubName: use letters, digits, dots, hyphens and underscores only, with a letter or digit at both ends, because Event Hubs takes nothing else.'
    : ''
  !empty(join(split(toLower(consumerGroup), nameSigns), '')) || !contains(concat(letters, digits), substring(toLower(consumerGroup), 0, 1)) || !contains(
      concat(letters, digits),
      substring(toLower(consumerGroup), length(consumerGroup) - 1, 1)
    )
    ? 'consumerGroup: use letters, digits, dots, hyphens and underscores only, with a letter or digit at both ends; $Default is nobody\'s own.'
    : ''
  !empty(filter(
      alertEmails,
      mail => length(split(mail, '@')) != 2 || startsWith(mail, '@') || contains(mail, ' ') || !contains(last(split(mail, '@')), '.') || startsWith(
        last(split(mail, '@')),
        '.'
      ) || endsWith(mail, '.')
    ))
    ? 'alertEmails: give addresses like team@example.com, one by one, without names and spaces.'
    : ''
  !isNetwork
    ? 'addressPrefix: give a network like 10.80.0.0/24, of a size from /8 to /25, because two subnets and their addresses have to fit.'
    : ''
  isNetwork ? (parseCidr(addressPrefix).network != first(split(addressPrefix, '/')) ? 'addressPrefix: give the first address of the network, as in 10.80.0.0/24, not one in its middle.' : '') : ''
  !empty(filter(
      split(brokers, ','),
      broker => length(split(broker, ':')) != 2 || startsWith(broker, ':') || contains(broker, ' ') || endsWith(broker, ':') || startsWith(
        last(split(broker, ':')),
        '0'
      ) || length(last(split(broker, ':'))) > 5 || !empty(join(split(last(split(broker, ':')), digits), ''))
    ))
    ? 'kafka: give brokers as host:port with commas between and no spaces, like b1.example.com:9093,b2.example.com:9093.'
    : ''
  !empty(filter(kafkaNames, name => empty(name) || !empty(join(split(toLower(name), nameSigns), ''))))
    ? 'kafka: use letters, digits, dots, hyphens and underscores only in topic and cluster.'
    : ''
  !empty(filter(kafkaWords, word => empty(word) || contains(word, ' ')))
    ? 'kafka: give a consumerGroup and a user without spaces.'
    : ''
  !empty(filter(vaultNames, name => !empty(join(split(toLower(name), concat(letters, digits, ['-'])), ''))))
    ? 'kafka: give keyVault and passwordSecret by their names, of letters, digits and hyphens, not as addresses.'
    : ''
  empty(trim(settings.?SLUICE_STREAM ?? 'x'))
    ? 'settings: give SLUICE_STREAM a name, or leave it out.'
    : ''
  length(split(timeLimit, 's')) != 2 || !endsWith(timeLimit, 's') || startsWith(timeLimit, '0') || length(timeLimit) < 2 || length(timeLimit) > 6 || !empty(join(
      split(timeLimit, concat(digits, ['s'])),
      ''
    ))
    ? 'settings: set SLUICE_TIME_LIMIT to a number of seconds, like 480s, or leave it out.'
    : ''
  !empty(filter(
      waits,
      wait => length(wait) < 2 || !(endsWith(toLower(wait), 's') || endsWith(toLower(wait), 'm') || endsWith(toLower(wait), 'h') || endsWith(toLower(wait), 'd')) || !empty(join(
        split(toLower(wait), concat(digits, ['p', 't', 's', 'm', 'h', 'd'])),
        ''
      )) || length(split(wait, digits)) == 1
    ))
    ? 'settings: set SLUICE_PARKED_TTL and SLUICE_PARKED_GRACE to durations like 90s, 30m, 12h or 7d, or leave them out.'
    : ''
  !empty(filter(
      sourceZones,
      zone => empty(trim(last(split(zone, '=')))) || !empty(join(
        split(trim(toLower(last(split(zone, '=')))), concat(letters, digits, ['/', '_', '+', '-', ':'])),
        ''
      ))
    ))
    ? 'settings: set SLUICE_SOURCE_ZONE to a zone like Europe/Berlin, or to rules like shop.*=UTC with commas between, or leave it out.'
    : ''
  !empty(filter(
      plainRows,
      rule => !contains(rule, '=') || startsWith(trim(rule), '=') || endsWith(trim(rule), '.') || length(split(last(split(rule, '=')), '.')) != 3
    ))
    ? 'settings: set SLUICE_PLAIN_ROWS to rules like stream=db.schema.table with commas between, or leave it out.'
    : ''
  !empty(filter(
      sparseTopics,
      topic => empty(trim(topic)) || !empty(join(split(toLower(trim(topic)), concat(nameSigns, ['*', '?'])), ''))
    ))
    ? 'settings: set SLUICE_SPARSE_TOPICS to names of topics with commas between, * and ? for any signs, or leave it out.'
    : ''
  !empty(filter(
      items(settings),
      setting => contains(mostOf, setting.key)
        ? (empty(setting.value) || !empty(join(split(setting.value ?? 'x', digits), '')) || length(setting.value ?? '') > 18
            ? true
            : int(setting.value ?? '') < 1 || int(setting.value ?? '') > (mostOf[setting.key]))
        : false
    ))
    ? 'settings: set each SLUICE_MAX_ to a whole number from 1 to what the guide of the functions says, or leave it out.'
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
