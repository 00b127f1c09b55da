# What it is called, and where

variable "name" {
  description = "Names everything that is made: functions, buckets, roles, alarms. One deployment per name, account and region."
  type        = string
  default     = "sluice"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{1,18}[a-z0-9]$", var.name))
    error_message = "Set name to 3 to 20 lower-case letters, digits and hyphens that begin with a letter and end with none of the hyphens, like \"sluice-prod\": names of buckets are made of it."
  }
}

variable "account_id" {
  description = "The AWS account of the deployment. Stands in the names of buckets, and every request to S3 says that they are this account's (SLUICE_BUCKET_OWNER)."
  type        = string

  validation {
    condition     = can(regex("^[0-9]{12}$", var.account_id))
    error_message = "Set account_id to the 12 digits of the AWS account, without hyphens; `aws sts get-caller-identity --query Account --output text` prints them."
  }
}

variable "tags" {
  description = "Tags of everything that takes some."
  type        = map(string)
  default     = {}

  validation {
    condition     = alltrue([for key in keys(var.tags) : !startswith(lower(key), "aws:")])
    error_message = "Rename the tags that begin with \"aws:\": that prefix belongs to AWS."
  }
}

# The functions

variable "package_file" {
  description = "The zip of the functions, as `mvn -q -Dquick package -pl functions-aws -am -DskipTests` makes it."
  type        = string

  validation {
    condition     = fileexists(var.package_file)
    error_message = "Point package_file at the zip of the functions, which is not there yet: build it with `mvn -q -Dquick package -pl functions-aws -am -DskipTests`, then give functions-aws/target/quick/sluice-functions-aws-<version>-functions.zip."
  }
}

variable "runtime" {
  description = "Lambda's runtime. java25 needs a provider that knows it, newer than 5.100."
  type        = string
  default     = "java21"

  validation {
    condition     = contains(["java17", "java21", "java25"], var.runtime)
    error_message = "Set runtime to java17, java21 or java25."
  }
}

variable "architecture" {
  description = "Processor of the functions."
  type        = string
  default     = "arm64"

  validation {
    condition     = contains(["arm64", "x86_64"], var.architecture)
    error_message = "Set architecture to arm64 or x86_64."
  }
}

variable "memory_mb" {
  description = "Memory of each function in MiB; 1769 is one whole processor."
  type        = number
  default     = 1769

  validation {
    condition     = var.memory_mb >= 512 && var.memory_mb <= 10240 && floor(var.memory_mb) == var.memory_mb
    error_message = "Set memory_mb to a whole number from 512 (a payload of 6 MB and its lines fit) to 10240."
  }
}

variable "timeout_seconds" {
  description = "How long a call may take. Lambda allows functions of Kafka 840 s; work ends 35 s before it, and who meets a jump of offsets waits for 60 s in it."
  type        = number
  default     = 840

  validation {
    condition     = var.timeout_seconds >= 150 && var.timeout_seconds <= 840 && floor(var.timeout_seconds) == var.timeout_seconds
    error_message = "Set timeout_seconds to a whole number from 150 (a jump of offsets is waited out for 60 s, and 35 s are kept for the end) to 840, the most that Lambda allows functions of Kafka."
  }
}

variable "snap_start" {
  description = "Whether published versions start from a snapshot."
  type        = bool
  default     = true
}

variable "log_retention_days" {
  description = "How long logs are kept. They hold counts, names of streams and positions, no values of rows."
  type        = number
  default     = 30

  validation {
    condition     = contains([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653], var.log_retention_days)
    error_message = "Set log_retention_days to one of the periods that CloudWatch has: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288 or 3653."
  }
}

variable "vpc_subnet_ids" {
  description = "Subnets of the functions, if they are to run in a VPC: they need a gateway endpoint of S3, or a way out. Functions that only reach S3 need no VPC, even if their brokers are in one."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for id in var.vpc_subnet_ids : can(regex("^subnet-[0-9a-f]+$", id))])
    error_message = "Give vpc_subnet_ids as ids like \"subnet-0a1b2c3d\"."
  }
}

variable "vpc_security_group_ids" {
  description = "Security groups of the functions in a VPC: outbound 443 is enough."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for id in var.vpc_security_group_ids : can(regex("^sg-[0-9a-f]+$", id))])
    error_message = "Give vpc_security_group_ids as ids like \"sg-0a1b2c3d\"."
  }

  validation {
    condition     = (length(var.vpc_subnet_ids) == 0) == (length(var.vpc_security_group_ids) == 0)
    error_message = "Set both vpc_subnet_ids and vpc_security_group_ids, or none of them: a function in a VPC needs both."
  }
}

variable "settings" {
  description = "Further settings of Sluice by their names, like {SLUICE_DECIMALS = \"number\"}; the main README has them all. Whether a time zone exists only the functions know."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setsubtract(keys(var.settings), local.free_settings)) == 0
    error_message = "Take out of settings: ${join(", ", setsubtract(keys(var.settings), local.free_settings))}. What this module sets itself has variables of its own, and other settings are: ${join(", ", local.free_settings)}."
  }

  validation {
    condition = alltrue([
      for name, values in local.setting_choices : contains(values, lookup(var.settings, name, values[0]))
    ])
    error_message = "Correct settings: ${join("; ", [for name, values in local.setting_choices : "${name} is one of ${join(", ", values)}" if !contains(values, lookup(var.settings, name, values[0]))])}."
  }

  validation {
    condition = alltrue([
      for name, most in local.setting_numbers : can(regex("^[1-9][0-9]{0,18}$", lookup(var.settings, name, "1"))) && try(tonumber(lookup(var.settings, name, "1")) <= most, false)
    ])
    error_message = "Correct settings: ${join("; ", [for name, most in local.setting_numbers : "${name} is a whole number from 1 to ${format("%d", most)}" if !(can(regex("^[1-9][0-9]{0,18}$", lookup(var.settings, name, "1"))) && try(tonumber(lookup(var.settings, name, "1")) <= most, false))])}."
  }

  validation {
    condition = alltrue([
      for name, form in local.setting_forms : alltrue([for part in split(",", lookup(var.settings, name, form.like)) : can(regex(form.part, part))])
    ])
    error_message = "Correct settings: ${join("; ", [for name, form in local.setting_forms : "${name} is like ${form.like}" if !alltrue([for part in split(",", lookup(var.settings, name, form.like)) : can(regex(form.part, part))])])}."
  }
}

# Where changes come from

variable "topics" {
  description = "Topics to take in. Each has an event source mapping of its own, and is a stream of its name."
  type        = set(string)

  validation {
    condition     = length(var.topics) > 0 && alltrue([for topic in var.topics : can(regex("^[A-Za-z0-9._-]{1,249}$", topic))])
    error_message = "Name at least one topic in topics, each of 1 to 249 letters, digits, dots, underscores and hyphens, as Kafka has them."
  }
}

variable "msk_cluster_arn" {
  description = "ARN of an MSK cluster, provisioned or serverless. Give this or bootstrap_servers."
  type        = string
  default     = null

  validation {
    condition     = var.msk_cluster_arn == null || can(regex("^arn:[a-z-]+:kafka:[a-z0-9-]+:[0-9]{12}:cluster/[^/]+/[^/]+$", var.msk_cluster_arn))
    error_message = "Set msk_cluster_arn to the ARN of a cluster, like arn:aws:kafka:eu-central-1:111122223333:cluster/changes/0a1b2c3d-1; `aws kafka list-clusters-v2` prints it."
  }

  validation {
    condition     = (var.msk_cluster_arn == null) != (length(var.bootstrap_servers) == 0)
    error_message = "Set either msk_cluster_arn or bootstrap_servers: changes come from one cluster."
  }
}

variable "bootstrap_servers" {
  description = "Brokers of your own Kafka, or the Kafka endpoint of Event Hubs (<namespace>.servicebus.windows.net:9093)."
  type        = set(string)
  default     = []

  validation {
    condition     = alltrue([for server in var.bootstrap_servers : can(regex("^[A-Za-z0-9.-]+:[1-9][0-9]{0,4}$", server)) && try(tonumber(split(":", server)[1]) <= 65535, false)])
    error_message = "Give bootstrap_servers as <host>:<port>, like \"broker-1.example.com:9096\", the port from 1 to 65535."
  }
}

variable "kafka_auth" {
  description = "How the mapping signs in: IAM (MSK only; by the role of the function), or SASL with a secret: BASIC_AUTH (PLAIN, Event Hubs too), SASL_SCRAM_256_AUTH, SASL_SCRAM_512_AUTH (the one of MSK)."
  type        = string
  default     = "IAM"

  validation {
    condition     = contains(["IAM", "BASIC_AUTH", "SASL_SCRAM_256_AUTH", "SASL_SCRAM_512_AUTH"], var.kafka_auth)
    error_message = "Set kafka_auth to IAM, BASIC_AUTH, SASL_SCRAM_256_AUTH or SASL_SCRAM_512_AUTH."
  }

  validation {
    condition     = var.msk_cluster_arn != null ? contains(["IAM", "SASL_SCRAM_512_AUTH"], var.kafka_auth) : var.kafka_auth != "IAM"
    error_message = "Set kafka_auth to IAM or SASL_SCRAM_512_AUTH for MSK, and to BASIC_AUTH, SASL_SCRAM_256_AUTH or SASL_SCRAM_512_AUTH for bootstrap_servers."
  }
}

variable "kafka_secret_arn" {
  description = "Secret in Secrets Manager with {\"username\":…,\"password\":…}, for all but IAM."
  type        = string
  default     = null

  validation {
    condition     = var.kafka_secret_arn == null || can(regex("^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+$", var.kafka_secret_arn))
    error_message = "Set kafka_secret_arn to the ARN of a secret of Secrets Manager, like arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C."
  }

  validation {
    condition     = (var.kafka_auth == "IAM") == (var.kafka_secret_arn == null)
    error_message = "Set kafka_secret_arn for SASL, where the user and the password are, and leave it out for IAM, which needs no secret."
  }
}

variable "kafka_ca_secret_arn" {
  description = "Secret with {\"certificate\":\"<PEM>\"} of the authority that signed the brokers' certificates, if it is no public one."
  type        = string
  default     = null

  validation {
    condition     = var.kafka_ca_secret_arn == null || can(regex("^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+$", var.kafka_ca_secret_arn))
    error_message = "Set kafka_ca_secret_arn to the ARN of a secret of Secrets Manager, like arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-ca-0A1b2C."
  }

  validation {
    condition     = var.kafka_ca_secret_arn == null || var.msk_cluster_arn == null
    error_message = "Leave kafka_ca_secret_arn out for MSK, whose certificates are public ones."
  }
}

variable "kafka_secret_kms_key_arn" {
  description = "KMS key of these secrets, if they have one of your own (secrets of MSK have to)."
  type        = string
  default     = null

  validation {
    condition     = var.kafka_secret_kms_key_arn == null || can(regex("^arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+$", var.kafka_secret_kms_key_arn))
    error_message = "Set kafka_secret_kms_key_arn to the ARN of a key (not of an alias), like arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000."
  }
}

variable "kafka_subnet_ids" {
  description = "Subnets from which the mapping reaches bootstrap_servers that are in a VPC. With MSK Lambda takes those of the cluster."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for id in var.kafka_subnet_ids : can(regex("^subnet-[0-9a-f]+$", id))])
    error_message = "Give kafka_subnet_ids as ids like \"subnet-0a1b2c3d\"."
  }

  validation {
    condition     = length(var.kafka_subnet_ids) == 0 || var.msk_cluster_arn == null
    error_message = "Leave kafka_subnet_ids out for MSK: Lambda takes the cluster's own."
  }
}

variable "kafka_security_group_ids" {
  description = "Security groups of the mapping in these subnets."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for id in var.kafka_security_group_ids : can(regex("^sg-[0-9a-f]+$", id))])
    error_message = "Give kafka_security_group_ids as ids like \"sg-0a1b2c3d\"."
  }

  validation {
    condition     = (length(var.kafka_subnet_ids) == 0) == (length(var.kafka_security_group_ids) == 0)
    error_message = "Set both kafka_subnet_ids and kafka_security_group_ids, or none of them: a mapping in a VPC needs both."
  }
}

variable "cluster_name" {
  description = "Names the cluster for ever (SLUICE_KAFKA_CLUSTER): part of the identity of each log, in place of the cluster's ARN or its list of brokers. Never change it."
  type        = string
  default     = null

  validation {
    condition     = var.cluster_name == null || can(regex("^[A-Za-z0-9._:-]{1,100}$", var.cluster_name))
    error_message = "Set cluster_name to 1 to 100 letters, digits, dots, colons, underscores and hyphens, like \"kafka-eu\"."
  }

  validation {
    condition     = var.cluster_name != null || length(var.bootstrap_servers) == 0
    error_message = "Set cluster_name for bootstrap_servers: without it the list of brokers names the log, and the day it changes, the ledger takes it for another log and refuses its records."
  }
}

variable "consumer_group_prefix" {
  description = "Consumer groups are called <this>-<topic>; null takes name. A mapping that is replaced goes on where its group was; one of another group begins at starting_position."
  type        = string
  default     = null

  validation {
    condition     = var.consumer_group_prefix == null || can(regex("^[A-Za-z0-9._-]{1,100}$", var.consumer_group_prefix))
    error_message = "Set consumer_group_prefix to 1 to 100 letters, digits, dots, underscores and hyphens, or leave it out."
  }

  validation {
    condition     = alltrue([for topic in var.topics : length("${coalesce(var.consumer_group_prefix, var.name)}-${topic}") <= 200])
    error_message = "Shorten consumer_group_prefix: with a hyphen and the longest topic it has more than 200 characters, the most that Lambda takes."
  }
}

variable "starting_position" {
  description = "Where a group that has committed nothing yet begins."
  type        = string
  default     = "TRIM_HORIZON"

  validation {
    condition     = contains(["TRIM_HORIZON", "LATEST"], var.starting_position)
    error_message = "Set starting_position to TRIM_HORIZON (all that the topic still has) or LATEST (what comes from now on)."
  }
}

variable "enabled" {
  description = "Whether the mappings read. false stops taking in, and keeps their places."
  type        = bool
  default     = true
}

variable "batch_size" {
  description = "The most records of a call. Larger batches make fewer and larger files."
  type        = number
  default     = 1000

  validation {
    condition     = var.batch_size >= 1 && var.batch_size <= 10000 && floor(var.batch_size) == var.batch_size
    error_message = "Set batch_size to a whole number from 1 to 10000."
  }
}

variable "batching_window_seconds" {
  description = "How long Lambda waits until a batch is full. Once it was set it cannot be taken away again, only changed."
  type        = number
  default     = 30

  validation {
    condition     = var.batching_window_seconds >= 1 && var.batching_window_seconds <= 300 && floor(var.batching_window_seconds) == var.batching_window_seconds
    error_message = "Set batching_window_seconds to a whole number from 1 to 300."
  }
}

variable "pollers" {
  description = "Provisioned pollers of each mapping: reserved reading power (about 5 MB/s each) and error controls, at a price per hour. null: Lambda scales by itself."
  type        = object({ minimum = number, maximum = number })
  default     = null

  validation {
    condition     = var.pollers == null ? true : var.pollers.minimum >= 1 && var.pollers.minimum <= 200 && var.pollers.maximum >= var.pollers.minimum && var.pollers.maximum <= 2000 && floor(var.pollers.minimum) == var.pollers.minimum && floor(var.pollers.maximum) == var.pollers.maximum
    error_message = "Set pollers to {minimum = 1 to 200, maximum = minimum to 2000}, in whole numbers."
  }
}

variable "partial_batch" {
  description = "Whether only the partitions that failed are given again: off; mapping (the mapping has ReportBatchItemFailures, the function does not answer partially yet); on (SLUICE_PARTIAL_BATCH, too). Where changes come in already, apply \"mapping\" between the two, in both directions: to a mapping that does not know partial answers, one is a success, and records are lost. \"mapping\" and \"on\" need pollers."
  type        = string
  default     = "off"

  validation {
    condition     = contains(["off", "mapping", "on"], var.partial_batch)
    error_message = "Set partial_batch to off, mapping or on; where changes come in already, from off to on and back only by way of mapping, with an apply of its own."
  }

  validation {
    condition     = var.partial_batch == "off" || var.pollers != null
    error_message = "Set pollers, or partial_batch to off: Lambda understands partial answers of Kafka with provisioned pollers only."
  }
}

variable "maximum_retry_attempts" {
  description = "How often a batch that failed is given again before it goes to the on-failure destination. null: with pollers and a destination 10000, the most there is, because AWS makes 10 of \"for ever\" then; else for ever, as Lambda does by itself. Needs pollers."
  type        = number
  default     = null

  validation {
    condition     = var.maximum_retry_attempts == null ? true : var.maximum_retry_attempts >= -1 && var.maximum_retry_attempts <= 10000 && floor(var.maximum_retry_attempts) == var.maximum_retry_attempts
    error_message = "Set maximum_retry_attempts to a whole number from 0 to 10000, or, with on_failure = \"none\", to -1 (for ever)."
  }

  validation {
    condition     = var.maximum_retry_attempts == null || var.pollers != null
    error_message = "Set pollers, or leave maximum_retry_attempts out: it works with provisioned pollers only."
  }

  validation {
    condition     = (var.maximum_retry_attempts == null ? true : var.maximum_retry_attempts == -1) || var.on_failure == "s3"
    error_message = "Set on_failure to \"s3\", or leave maximum_retry_attempts out: after the last retry a batch is gone from the stream, and a bucket alone keeps its records."
  }

  validation {
    condition     = (var.maximum_retry_attempts == null ? true : var.maximum_retry_attempts != -1) || var.on_failure == "none"
    error_message = "Leave maximum_retry_attempts out (10000 then), or set it to a number, or set on_failure to \"none\": where there is an on-failure destination, AWS gives a batch up after 10 retries if they are to be endless, which an outage of minutes uses up."
  }
}

variable "maximum_record_age_seconds" {
  description = "How old a record may be before its batch is given up; null: as Lambda does by itself. Needs pollers."
  type        = number
  default     = null

  validation {
    condition     = var.maximum_record_age_seconds == null ? true : var.maximum_record_age_seconds == -1 || (var.maximum_record_age_seconds >= 60 && var.maximum_record_age_seconds <= 604800 && floor(var.maximum_record_age_seconds) == var.maximum_record_age_seconds)
    error_message = "Set maximum_record_age_seconds to -1 (any age) or a whole number from 60 to 604800."
  }

  validation {
    condition     = var.maximum_record_age_seconds == null || var.pollers != null
    error_message = "Set pollers, or leave maximum_record_age_seconds out: it works with provisioned pollers only."
  }

  validation {
    condition     = (var.maximum_record_age_seconds == null ? true : var.maximum_record_age_seconds == -1) || var.on_failure == "s3"
    error_message = "Set on_failure to \"s3\", or maximum_record_age_seconds to -1: a batch that is given up is gone from the stream, and a bucket alone keeps its records."
  }
}

variable "bisect_on_error" {
  description = "Whether a batch that failed is given again in two halves. Bad records fail no batch here, so this helps only where memory or time ran out. Needs pollers."
  type        = bool
  default     = false

  validation {
    condition     = !var.bisect_on_error || var.pollers != null
    error_message = "Set pollers, or bisect_on_error to false: it works with provisioned pollers only."
  }
}

variable "on_failure" {
  description = "Where batches go that Lambda gives up (too many retries, a record above 6 MB): s3 keeps them with their records, sqs only where they were, none leaves the partition waiting."
  type        = string
  default     = "s3"

  validation {
    condition     = contains(["s3", "sqs", "none"], var.on_failure)
    error_message = "Set on_failure to s3, sqs or none."
  }
}

variable "mapping_metrics" {
  description = "Metrics of a mapping with pollers beside those that are always there. ErrorCount and KafkaMetrics need a provider newer than 5.100."
  type        = set(string)
  default     = ["EventCount"]

  validation {
    condition     = length(setsubtract(var.mapping_metrics, ["EventCount", "ErrorCount", "KafkaMetrics"])) == 0
    error_message = "Set mapping_metrics to some of EventCount, ErrorCount and KafkaMetrics."
  }

  validation {
    condition     = contains(var.mapping_metrics, "EventCount")
    error_message = "Leave EventCount in mapping_metrics: the alarms on dropped and given up records need it."
  }
}

# Buckets

variable "kms_key_arn" {
  description = "KMS key that encrypts the buckets; null: keys of S3. Its policy has to let this account's roles use it."
  type        = string
  default     = null

  validation {
    condition     = var.kms_key_arn == null || can(regex("^arn:[a-z-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+$", var.kms_key_arn))
    error_message = "Set kms_key_arn to the ARN of a key (not of an alias), like arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000."
  }
}

variable "archive_write" {
  description = "Whether each batch is kept as it came, before anything else of it is written (SLUICE_ARCHIVE_WRITE). Replays and `sluice verify` read it."
  type        = bool
  default     = true
}

variable "archive_days" {
  description = "How long archived batches are kept; 0: for ever."
  type        = number
  default     = 90

  validation {
    condition     = var.archive_days >= 0 && floor(var.archive_days) == var.archive_days
    error_message = "Set archive_days to a whole number of days, or 0 to keep archived batches for ever."
  }
}

variable "on_failure_days" {
  description = "How long batches that Lambda gave up are kept: the time there is to take them in."
  type        = number
  default     = 90

  validation {
    condition     = var.on_failure_days >= 14 && floor(var.on_failure_days) == var.on_failure_days
    error_message = "Set on_failure_days to a whole number of days, 14 at least: what is not taken in by then is lost."
  }
}

variable "parked_report_hours" {
  description = "How long pieces of a split event may be missing until a sweep reports it (SLUICE_PARKED_TTL)."
  type        = number
  default     = 1

  validation {
    condition     = var.parked_report_hours >= 1 && floor(var.parked_report_hours) == var.parked_report_hours
    error_message = "Set parked_report_hours to a whole number of hours, 1 at least."
  }
}

variable "parked_grace_hours" {
  description = "How long pieces of an event that is in the lake stay for late duplicates (SLUICE_PARKED_GRACE)."
  type        = number
  default     = 24

  validation {
    condition     = var.parked_grace_hours >= 1 && floor(var.parked_grace_hours) == var.parked_grace_hours
    error_message = "Set parked_grace_hours to a whole number of hours, 1 at least."
  }
}

variable "parked_days" {
  description = "When parked pieces are removed that no event was made of; 0: never. A late piece completes its event until then, so they stay longer than any batch that can be replayed. Pieces of events that are in the lake a sweep removes, whatever is set here, and halves of updates only a sweep."
  type        = number
  default     = 0

  validation {
    condition     = var.parked_days >= 0 && floor(var.parked_days) == var.parked_days && (var.parked_days == 0 || var.parked_days * 24 >= 2 * (var.parked_report_hours + var.parked_grace_hours))
    error_message = "Raise parked_days (a whole number of days), or set it to 0 to keep pieces for ever: it has to be twice parked_report_hours and parked_grace_hours together at least, or pieces vanish before a sweep has reported or completed them."
  }

  validation {
    condition     = var.parked_days == 0 || (var.archive_days != 0 && var.parked_days > max(var.archive_days, var.on_failure == "s3" ? var.on_failure_days : 0))
    error_message = "Raise parked_days above archive_days and on_failure_days, or set it to 0 to keep pieces for ever, as it has to be where the archive is kept for ever (archive_days = 0): a batch that is replayed when the other pieces of its events are gone completes none of them, and no replay reads those pieces again."
  }
}

variable "noncurrent_days" {
  description = "How long overwritten and deleted objects can be brought back. Of the ledgers, which each batch overwrites, the last 100 versions so long, and older ones for a day."
  type        = number
  default     = 7

  validation {
    condition     = var.noncurrent_days >= 1 && floor(var.noncurrent_days) == var.noncurrent_days
    error_message = "Set noncurrent_days to a whole number of days, 1 at least."
  }
}

variable "force_destroy" {
  description = "Whether `terraform destroy` may delete buckets with all that is in them. Leave it false but for trials."
  type        = bool
  default     = false
}

# Sweeps and replays

variable "sweep_minutes" {
  description = "Minutes between sweeps."
  type        = number
  default     = 5

  validation {
    condition     = var.sweep_minutes >= 1 && var.sweep_minutes <= 60 && floor(var.sweep_minutes) == var.sweep_minutes
    error_message = "Set sweep_minutes to a whole number from 1 to 60: what a crash left whole waits for a sweep."
  }
}

variable "replay_concurrency" {
  description = "How many parts of a replay run side by side. They share the account's Lambda concurrency with live traffic."
  type        = number
  default     = 20

  validation {
    condition     = var.replay_concurrency >= 1 && var.replay_concurrency <= 1000 && floor(var.replay_concurrency) == var.replay_concurrency
    error_message = "Set replay_concurrency to a whole number from 1 to 1000."
  }
}

# Alarms

variable "alarm_topic_arns" {
  description = "SNS topics that alarms tell. Without one they can only be looked at."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for arn in var.alarm_topic_arns : can(regex("^arn:[a-z-]+:sns:[a-z0-9-]+:[0-9]{12}:.+$", arn))])
    error_message = "Give alarm_topic_arns as ARNs of SNS topics, like arn:aws:sns:eu-central-1:111122223333:on-call."
  }
}

variable "alarm_offset_lag" {
  description = "So many records behind the end of a topic is late."
  type        = number
  default     = 100000

  validation {
    condition     = var.alarm_offset_lag >= 1
    error_message = "Set alarm_offset_lag to a number of records, 1 at least."
  }
}

variable "alarm_lag_minutes" {
  description = "So many minutes from the broker to the lake is late. Only brokers that set the times of records tell."
  type        = number
  default     = 15

  validation {
    condition     = var.alarm_lag_minutes >= 1
    error_message = "Set alarm_lag_minutes to a number of minutes, 1 at least."
  }
}

variable "alarm_parked_hours" {
  description = "Pieces that wait for longer raise an alarm."
  type        = number
  default     = 6

  validation {
    condition     = var.alarm_parked_hours >= var.parked_report_hours && (var.parked_days == 0 || var.alarm_parked_hours < var.parked_days * 24)
    error_message = "Set alarm_parked_hours to parked_report_hours at least, and to less than parked_days: somebody has to hear of it before the pieces are removed."
  }
}
