// Types that several files share. A name that is not here is an error at compile time and at what-if.

@export()
@description('Somebody in Microsoft Entra ID who gets a role.')
@sealed()
type principal = {
  @description('Object id: of a managed identity or service principal that of the principal, not of the application.')
  @minLength(36)
  @maxLength(36)
  id: string

  @description('What it is. Without it, an assignment to somebody who was made a moment ago fails.')
  type: 'User' | 'Group' | 'ServicePrincipal'
}

@export()
@description('The Kafka topic that KafkaChangeFeed reads. The password stays in a key vault of the same resource group.')
@sealed()
type kafkaSource = {
  @description('host:port, with commas between.')
  @minLength(3)
  brokers: string

  @minLength(1)
  topic: string

  @description('A consumer group of its own.')
  @minLength(1)
  consumerGroup: string

  @description('SASL PLAIN over TLS.')
  @minLength(1)
  user: string

  @description('A key vault of this resource group, with Azure RBAC; it exists already.')
  @minLength(3)
  @maxLength(24)
  keyVault: string

  @description('Name of the secret with the password.')
  @minLength(1)
  @maxLength(127)
  passwordSecret: string

  @description('Names the cluster. It is part of the identity of each log, so it never changes. Default: kafka.')
  cluster: string?

  @description('True where topics have LogAppendTime: only then a topic that was made anew is told by itself.')
  brokerTimes: bool?
}

@export()
@description('Settings of Sluice that are not wired by this template; what is left out has its default. All are text, as app settings are.')
@sealed()
type sluiceSettings = {
  @description('Another name for the stream than that of the hub.')
  SLUICE_STREAM: string?

  @description('How long a batch may take, like 480s. Keep it a minute below functionTimeout of host.json.')
  SLUICE_TIME_LIMIT: string?

  SLUICE_DECIMALS: ('string' | 'number')?
  SLUICE_INTEGERS: ('number' | 'string' | 'safe')?
  SLUICE_SOURCE_ZONE: string?
  SLUICE_NO_BEFORE: ('u' | 'c')?
  SLUICE_CES_ALL_COLUMNS: ('true' | 'false')?
  SLUICE_CES_BINARY: ('auto' | 'hex' | 'base64')?
  SLUICE_PLAIN_ROWS: string?

  @description('Fixed when the lake begins.')
  SLUICE_PARTITION: ('day' | 'hour')?

  @description('Fixed when the lake begins.')
  SLUICE_COMPRESSION: ('gzip' | 'none')?

  SLUICE_SPARSE_TOPICS: string?
  SLUICE_PARKED_TTL: string?
  SLUICE_PARKED_GRACE: string?
  SLUICE_MAX_RECORD_BYTES: string?
  SLUICE_MAX_ITEMS: string?
  SLUICE_MAX_DEPTH: string?
  SLUICE_MAX_COLUMNS: string?
  SLUICE_MAX_NUMBER_LENGTH: string?
  SLUICE_MAX_SEGMENTS: string?
  SLUICE_MAX_EVENT_BYTES: string?
  SLUICE_MAX_VALUE_BYTES: string?
}
