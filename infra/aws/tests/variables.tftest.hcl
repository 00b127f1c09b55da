# Every wrong value fails at plan: one run for each validation of variables.tf.

mock_provider "aws" {
  source = "./tests/mocks"
}

variables {
  account_id      = "111122223333"
  package_file    = "versions.tf"
  msk_cluster_arn = "arn:aws:kafka:eu-central-1:111122223333:cluster/changes/0a1b2c3d-1"
  topics          = ["orders"]
}

run "name" {
  command = plan

  variables {
    name = "Sluice"
  }

  expect_failures = [var.name]
}

run "name_2" {
  command = plan

  variables {
    name = "a-name-that-is-far-too-long"
  }

  expect_failures = [var.name]
}

run "account_id" {
  command = plan

  variables {
    account_id = "1111-2222-3333"
  }

  expect_failures = [var.account_id]
}

run "tags" {
  command = plan

  variables {
    tags = { "aws:owner" = "me" }
  }

  expect_failures = [var.tags]
}

run "package_file" {
  command = plan

  variables {
    package_file = "no-such.zip"
  }

  expect_failures = [var.package_file]
}

run "runtime" {
  command = plan

  variables {
    runtime = "java11"
  }

  expect_failures = [var.runtime]
}

run "architecture" {
  command = plan

  variables {
    architecture = "riscv"
  }

  expect_failures = [var.architecture]
}

run "memory_mb" {
  command = plan

  variables {
    memory_mb = 128
  }

  expect_failures = [var.memory_mb]
}

run "timeout_seconds" {
  command = plan

  variables {
    timeout_seconds = 900
  }

  expect_failures = [var.timeout_seconds]
}

run "timeout_seconds_2" {
  command = plan

  variables {
    timeout_seconds = 60
  }

  expect_failures = [var.timeout_seconds]
}

run "log_retention_days" {
  command = plan

  variables {
    log_retention_days = 31
  }

  expect_failures = [var.log_retention_days]
}

run "vpc_subnet_ids" {
  command = plan

  variables {
    vpc_subnet_ids         = ["vpc-1"]
    vpc_security_group_ids = ["sg-0a1b2c3d"]
  }

  expect_failures = [var.vpc_subnet_ids]
}

run "vpc_security_group_ids" {
  command = plan

  variables {
    vpc_subnet_ids         = ["subnet-0a1b2c3d"]
    vpc_security_group_ids = ["default"]
  }

  expect_failures = [var.vpc_security_group_ids]
}

run "vpc_security_group_ids_2" {
  command = plan

  variables {
    vpc_subnet_ids = ["subnet-0a1b2c3d"]
  }

  expect_failures = [var.vpc_security_group_ids]
}

run "settings" {
  command = plan

  variables {
    settings = { SLUICE_DECIMAL = "number" }
  }

  expect_failures = [var.settings]
}

run "settings_2" {
  command = plan

  variables {
    settings = { SLUICE_LAKE = "s3://elsewhere" }
  }

  expect_failures = [var.settings]
}

run "settings_3" {
  command = plan

  variables {
    settings = { SLUICE_DECIMALS = "foo" }
  }

  expect_failures = [var.settings]
}

run "settings_4" {
  command = plan

  variables {
    settings = { SLUICE_MAX_DEPTH = "1001" }
  }

  expect_failures = [var.settings]
}

run "settings_5" {
  command = plan

  variables {
    settings = { SLUICE_MAX_DEPTH = "many" }
  }

  expect_failures = [var.settings]
}

run "settings_6" {
  command = plan

  variables {
    settings = { SLUICE_PLAIN_ROWS = "orders=shop.orders" }
  }

  expect_failures = [var.settings]
}

run "settings_7" {
  command = plan

  variables {
    settings = { SLUICE_SPARSE_TOPICS = "orders,,dw" }
  }

  expect_failures = [var.settings]
}

run "topics" {
  command = plan

  variables {
    topics = []
  }

  expect_failures = [var.topics]
}

run "topics_2" {
  command = plan

  variables {
    topics = ["no topic"]
  }

  expect_failures = [var.topics]
}

run "msk_cluster_arn" {
  command = plan

  variables {
    msk_cluster_arn = "changes"
  }

  expect_failures = [var.msk_cluster_arn]
}

run "msk_cluster_arn_2" {
  command = plan

  variables {
    bootstrap_servers = ["b1.example.com:9096"]
    cluster_name      = "kafka-eu"
  }

  expect_failures = [var.msk_cluster_arn]
}

run "msk_cluster_arn_3" {
  command = plan

  variables {
    msk_cluster_arn  = null
    kafka_auth       = "BASIC_AUTH"
    kafka_secret_arn = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.msk_cluster_arn]
}

run "bootstrap_servers" {
  command = plan

  variables {
    msk_cluster_arn   = null
    bootstrap_servers = ["b1.example.com"]
    cluster_name      = "kafka-eu"
    kafka_auth        = "BASIC_AUTH"
    kafka_secret_arn  = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.bootstrap_servers]
}

run "bootstrap_servers_2" {
  command = plan

  variables {
    msk_cluster_arn   = null
    bootstrap_servers = ["b1.example.com:65536"]
    cluster_name      = "kafka-eu"
    kafka_auth        = "BASIC_AUTH"
    kafka_secret_arn  = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.bootstrap_servers]
}

run "kafka_auth" {
  command = plan

  variables {
    kafka_auth       = "PLAIN"
    kafka_secret_arn = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.kafka_auth]
}

run "kafka_auth_2" {
  command = plan

  variables {
    kafka_auth       = "BASIC_AUTH"
    kafka_secret_arn = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.kafka_auth]
}

run "kafka_secret_arn" {
  command = plan

  variables {
    kafka_auth = "SASL_SCRAM_512_AUTH"
  }

  expect_failures = [var.kafka_secret_arn]
}

run "kafka_secret_arn_2" {
  command = plan

  variables {
    kafka_auth       = "SASL_SCRAM_512_AUTH"
    kafka_secret_arn = "kafka"
  }

  expect_failures = [var.kafka_secret_arn]
}

run "kafka_secret_arn_3" {
  command = plan

  variables {
    kafka_secret_arn = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.kafka_secret_arn]
}

run "kafka_ca_secret_arn" {
  command = plan

  variables {
    kafka_ca_secret_arn = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:ca-0A1b2C"
  }

  expect_failures = [var.kafka_ca_secret_arn]
}

run "kafka_ca_secret_arn_2" {
  command = plan

  variables {
    msk_cluster_arn     = null
    bootstrap_servers   = ["b1.example.com:9096"]
    cluster_name        = "kafka-eu"
    kafka_auth          = "BASIC_AUTH"
    kafka_secret_arn    = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
    kafka_ca_secret_arn = "ca"
  }

  expect_failures = [var.kafka_ca_secret_arn]
}

run "kafka_secret_kms_key_arn" {
  command = plan

  variables {
    kafka_secret_kms_key_arn = "alias/kafka"
  }

  expect_failures = [var.kafka_secret_kms_key_arn]
}

run "kafka_subnet_ids" {
  command = plan

  variables {
    kafka_subnet_ids         = ["subnet-0a1b2c3d"]
    kafka_security_group_ids = ["sg-0a1b2c3d"]
  }

  expect_failures = [var.kafka_subnet_ids]
}

run "kafka_subnet_ids_2" {
  command = plan

  variables {
    msk_cluster_arn          = null
    bootstrap_servers        = ["b1.example.com:9096"]
    cluster_name             = "kafka-eu"
    kafka_auth               = "BASIC_AUTH"
    kafka_secret_arn         = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
    kafka_subnet_ids         = ["vpc-1"]
    kafka_security_group_ids = ["sg-0a1b2c3d"]
  }

  expect_failures = [var.kafka_subnet_ids]
}

run "kafka_security_group_ids" {
  command = plan

  variables {
    kafka_security_group_ids = ["sg-0a1b2c3d"]
  }

  expect_failures = [var.kafka_security_group_ids]
}

run "kafka_security_group_ids_2" {
  command = plan

  variables {
    msk_cluster_arn          = null
    bootstrap_servers        = ["b1.example.com:9096"]
    cluster_name             = "kafka-eu"
    kafka_auth               = "BASIC_AUTH"
    kafka_secret_arn         = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
    kafka_subnet_ids         = ["subnet-0a1b2c3d"]
    kafka_security_group_ids = ["default"]
  }

  expect_failures = [var.kafka_security_group_ids]
}

run "cluster_name" {
  command = plan

  variables {
    cluster_name = "a/b"
  }

  expect_failures = [var.cluster_name]
}

run "cluster_name_2" {
  command = plan

  variables {
    msk_cluster_arn   = null
    bootstrap_servers = ["b1.example.com:9096"]
    kafka_auth        = "BASIC_AUTH"
    kafka_secret_arn  = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
  }

  expect_failures = [var.cluster_name]
}

run "consumer_group_prefix" {
  command = plan

  variables {
    consumer_group_prefix = "a group"
  }

  expect_failures = [var.consumer_group_prefix]
}

run "consumer_group_prefix_2" {
  command = plan

  variables {
    topics                = ["tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"]
    consumer_group_prefix = "gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg"
  }

  expect_failures = [var.consumer_group_prefix]
}

run "starting_position" {
  command = plan

  variables {
    starting_position = "AT_TIMESTAMP"
  }

  expect_failures = [var.starting_position]
}

run "batch_size" {
  command = plan

  variables {
    batch_size = 0
  }

  expect_failures = [var.batch_size]
}

run "batching_window_seconds" {
  command = plan

  variables {
    batching_window_seconds = 301
  }

  expect_failures = [var.batching_window_seconds]
}

run "pollers" {
  command = plan

  variables {
    pollers = { minimum = 4, maximum = 1 }
  }

  expect_failures = [var.pollers]
}

run "pollers_2" {
  command = plan

  variables {
    pollers = { minimum = 1.5, maximum = 4 }
  }

  expect_failures = [var.pollers]
}

run "pollers_3" {
  command = plan

  variables {
    pollers = { minimum = 1, maximum = 4.5 }
  }

  expect_failures = [var.pollers]
}

run "partial_batch" {
  command = plan

  variables {
    pollers       = { minimum = 1, maximum = 1 }
    partial_batch = "true"
  }

  expect_failures = [var.partial_batch]
}

run "partial_batch_2" {
  command = plan

  variables {
    partial_batch = "mapping"
  }

  expect_failures = [var.partial_batch]
}

run "partial_batch_3" {
  command = plan

  variables {
    partial_batch = "on"
  }

  expect_failures = [var.partial_batch]
}

run "maximum_retry_attempts" {
  command = plan

  variables {
    pollers                = { minimum = 1, maximum = 1 }
    maximum_retry_attempts = -2
  }

  expect_failures = [var.maximum_retry_attempts]
}

run "maximum_retry_attempts_2" {
  command = plan

  variables {
    maximum_retry_attempts = 3
  }

  expect_failures = [var.maximum_retry_attempts]
}

run "maximum_retry_attempts_3" {
  command = plan

  variables {
    pollers                = { minimum = 1, maximum = 1 }
    maximum_retry_attempts = 3
    on_failure             = "sqs"
  }

  expect_failures = [var.maximum_retry_attempts]
}

run "maximum_retry_attempts_4" {
  command = plan

  variables {
    pollers                = { minimum = 1, maximum = 1 }
    maximum_retry_attempts = -1
  }

  expect_failures = [var.maximum_retry_attempts]
}

run "maximum_retry_attempts_5" {
  command = plan

  variables {
    pollers                = { minimum = 1, maximum = 1 }
    maximum_retry_attempts = -1
    on_failure             = "sqs"
  }

  expect_failures = [var.maximum_retry_attempts]
}

run "maximum_record_age_seconds_4" {
  command = plan

  variables {
    pollers                    = { minimum = 1, maximum = 1 }
    maximum_record_age_seconds = 60.5
  }

  expect_failures = [var.maximum_record_age_seconds]
}

run "maximum_record_age_seconds" {
  command = plan

  variables {
    pollers                    = { minimum = 1, maximum = 1 }
    maximum_record_age_seconds = 30
  }

  expect_failures = [var.maximum_record_age_seconds]
}

run "maximum_record_age_seconds_2" {
  command = plan

  variables {
    maximum_record_age_seconds = 3600
  }

  expect_failures = [var.maximum_record_age_seconds]
}

run "maximum_record_age_seconds_3" {
  command = plan

  variables {
    pollers                    = { minimum = 1, maximum = 1 }
    maximum_record_age_seconds = 3600
    on_failure                 = "none"
  }

  expect_failures = [var.maximum_record_age_seconds]
}

run "bisect_on_error" {
  command = plan

  variables {
    bisect_on_error = true
  }

  expect_failures = [var.bisect_on_error]
}

run "on_failure" {
  command = plan

  variables {
    on_failure = "sns"
  }

  expect_failures = [var.on_failure]
}

run "mapping_metrics" {
  command = plan

  variables {
    mapping_metrics = ["EventCount", "Lag"]
  }

  expect_failures = [var.mapping_metrics]
}

run "mapping_metrics_2" {
  command = plan

  variables {
    mapping_metrics = []
  }

  expect_failures = [var.mapping_metrics]
}

run "kms_key_arn" {
  command = plan

  variables {
    kms_key_arn = "alias/sluice"
  }

  expect_failures = [var.kms_key_arn]
}

run "archive_days" {
  command = plan

  variables {
    archive_days = -1
  }

  expect_failures = [var.archive_days]
}

run "on_failure_days" {
  command = plan

  variables {
    on_failure_days = 7
  }

  expect_failures = [var.on_failure_days]
}

run "parked_report_hours" {
  command = plan

  variables {
    parked_report_hours = 0.5
  }

  expect_failures = [var.parked_report_hours]
}

run "parked_grace_hours" {
  command = plan

  variables {
    parked_grace_hours = 0
  }

  expect_failures = [var.parked_grace_hours]
}

run "parked_days" {
  command = plan

  variables {
    parked_days = 2
  }

  expect_failures = [var.parked_days]
}

run "parked_days_2" {
  command = plan

  variables {
    parked_days = 90
  }

  expect_failures = [var.parked_days]
}

run "parked_days_3" {
  command = plan

  variables {
    parked_days     = 91
    archive_days    = 30
    on_failure_days = 120
  }

  expect_failures = [var.parked_days]
}

run "parked_days_4" {
  command = plan

  variables {
    parked_days  = 3650
    archive_days = 0
  }

  expect_failures = [var.parked_days]
}

run "parked_days_5" {
  command = plan

  variables {
    parked_days = -1
  }

  expect_failures = [var.parked_days]
}

run "parked_days_6" {
  command = plan

  variables {
    parked_days         = 91
    parked_report_hours = 2400
  }

  expect_failures = [var.parked_days]
}

run "noncurrent_days" {
  command = plan

  variables {
    noncurrent_days = 0
  }

  expect_failures = [var.noncurrent_days]
}

run "sweep_minutes" {
  command = plan

  variables {
    sweep_minutes = 90
  }

  expect_failures = [var.sweep_minutes]
}

run "replay_concurrency" {
  command = plan

  variables {
    replay_concurrency = 0
  }

  expect_failures = [var.replay_concurrency]
}

run "alarm_topic_arns" {
  command = plan

  variables {
    alarm_topic_arns = ["on-call"]
  }

  expect_failures = [var.alarm_topic_arns]
}

run "alarm_offset_lag" {
  command = plan

  variables {
    alarm_offset_lag = 0
  }

  expect_failures = [var.alarm_offset_lag]
}

run "alarm_lag_minutes" {
  command = plan

  variables {
    alarm_lag_minutes = 0
  }

  expect_failures = [var.alarm_lag_minutes]
}

run "alarm_parked_hours" {
  command = plan

  variables {
    alarm_parked_hours = 2400
    parked_days        = 100
  }

  expect_failures = [var.alarm_parked_hours]
}
