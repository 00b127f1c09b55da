# Who calls whom, with what: the handlers rely on it.

mock_provider "aws" {
  source = "./tests/mocks"

  # Told apart by name.
  override_resource {
    target = aws_lambda_alias.live["changes"]
    values = { arn = "arn:aws:lambda:eu-central-1:111122223333:function:sluice-changes:live" }
  }

  override_resource {
    target = aws_lambda_alias.live["sweep"]
    values = { arn = "arn:aws:lambda:eu-central-1:111122223333:function:sluice-sweep:live" }
  }

  override_resource {
    target = aws_s3_bucket.data["on_failure"]
    values = { arn = "arn:aws:s3:::sluice-on-failure-111122223333-eu-central-1" }
  }
}

variables {
  account_id      = "111122223333"
  package_file    = "versions.tf"
  msk_cluster_arn = "arn:aws:kafka:eu-central-1:111122223333:cluster/changes/0a1b2c3d-1"
  topics          = ["orders", "dw.orders"]
}

run "functions" {
  assert {
    condition = { for key, function in aws_lambda_function.function : key => function.handler } == {
      changes        = "dev.sluice.aws.KafkaHandler::handleRequest"
      sweep          = "dev.sluice.aws.SweepHandler::handleRequest"
      replay_planner = "dev.sluice.aws.ReplayPlanner::handleRequest"
      replay_worker  = "dev.sluice.aws.ReplayHandler::handleRequest"
    }
    error_message = "there are other functions"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.publish && function.snap_start[0].apply_on == "PublishedVersions" && function.environment[0].variables.JAVA_TOOL_OPTIONS == "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac"])
    error_message = "a function starts from no snapshot, or its hooks are not called"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.timeout <= 840 && function.runtime == "java21"])
    error_message = "a function may take longer than Lambda lets those of Kafka"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.logging_config[0].log_format == "Text"])
    error_message = "lines of metrics would stand within other lines, where CloudWatch does not look for them"
  }

  assert {
    condition     = alltrue([for key, alias in aws_lambda_alias.live : alias.name == "live" && alias.function_version == aws_lambda_function.function[key].version])
    error_message = "an alias does not name the version that was published"
  }

  assert {
    condition = aws_lambda_function.function["changes"].environment[0].variables == tomap({
      JAVA_TOOL_OPTIONS    = "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac"
      SLUICE_ARCHIVE       = "s3://sluice-archive-111122223333-eu-central-1"
      SLUICE_ARCHIVE_WRITE = "true"
      SLUICE_BUCKET_OWNER  = "111122223333"
      SLUICE_LAKE          = "s3://sluice-lake-111122223333-eu-central-1"
      SLUICE_ON_FAILURE    = "s3://sluice-on-failure-111122223333-eu-central-1"
      SLUICE_PARKED_GRACE  = "24h"
      SLUICE_PARKED_TTL    = "1h"
      SLUICE_PARTIAL_BATCH = "false"
      SLUICE_STATE         = "s3://sluice-state-111122223333-eu-central-1"
    })
    error_message = "the settings are others"
  }

  assert {
    condition     = length(distinct([for function in aws_lambda_function.function : function.environment[0].variables])) == 1
    error_message = "functions have different settings: owners with other rules take turns of minutes"
  }
}

run "msk_mapping" {
  assert {
    condition     = toset([for mapping in aws_lambda_event_source_mapping.topic : one(mapping.topics)]) == toset(["orders", "dw.orders"])
    error_message = "there is not one mapping per topic"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.function_name == "arn:aws:lambda:eu-central-1:111122223333:function:sluice-changes:live"])
    error_message = "a mapping calls something else than the alias"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.event_source_arn == var.msk_cluster_arn && length(mapping.self_managed_event_source) == 0 && length(mapping.source_access_configuration) == 0])
    error_message = "the mapping does not sign in to MSK as the function's role"
  }

  assert {
    condition     = aws_lambda_event_source_mapping.topic["orders"].amazon_managed_kafka_event_source_config[0].consumer_group_id == "sluice-orders"
    error_message = "the consumer group has another name than the one that the role may commit for"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.destination_config[0].on_failure[0].destination_arn == "arn:aws:s3:::sluice-on-failure-111122223333-eu-central-1"])
    error_message = "what Lambda gives up is not kept where replays look for it"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : try(length(mapping.function_response_types), 0) == 0 && length(mapping.provisioned_poller_config) == 0])
    error_message = "the mapping expects partial answers that the handler does not give"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : length(mapping.metrics_config) == 0]) && length(aws_cloudwatch_metric_alarm.mapping) == 0
    error_message = "Lambda is asked for metrics that it has with pollers only"
  }
}

run "partial_answers_on_both_sides" {
  variables {
    partial_batch              = "on"
    pollers                    = { minimum = 1, maximum = 4 }
    maximum_retry_attempts     = 5
    maximum_record_age_seconds = 86400
    bisect_on_error            = true
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : toset(mapping.function_response_types) == toset(["ReportBatchItemFailures"])])
    error_message = "the mapping takes partial answers for successes, and records are lost"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.environment[0].variables.SLUICE_PARTIAL_BATCH == "true"])
    error_message = "the handler does not know of it"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.provisioned_poller_config[0].minimum_pollers == 1 && mapping.provisioned_poller_config[0].maximum_pollers == 4 && mapping.maximum_retry_attempts == 5 && mapping.maximum_record_age_in_seconds == 86400 && mapping.bisect_batch_on_function_error])
    error_message = "the error controls do not arrive"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : contains(mapping.metrics_config[0].metrics, "EventCount")])
    error_message = "the alarm on what Lambda gave up has no metric"
  }
}

run "the_mapping_knows_partial_answers_before_the_handler_gives_any" {
  variables {
    partial_batch = "mapping"
    pollers       = { minimum = 1, maximum = 4 }
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : toset(mapping.function_response_types) == toset(["ReportBatchItemFailures"])])
    error_message = "between off and on the mapping takes partial answers for successes"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.environment[0].variables.SLUICE_PARTIAL_BATCH == "false"])
    error_message = "the handler answers partially before the mapping knows"
  }
}

run "an_outage_of_minutes_does_not_use_up_the_retries" {
  variables {
    pollers = { minimum = 1, maximum = 4 }
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.maximum_retry_attempts == 10000])
    error_message = "AWS makes 10 of endless retries where there is a destination"
  }

  assert {
    condition     = strcontains(aws_cloudwatch_metric_alarm.plain["batches-failed"].alarm_description, "After 10000 retries") && strcontains(aws_cloudwatch_metric_alarm.mapping["orders-given-up"].alarm_description, "after 10000 retries") && strcontains(aws_cloudwatch_metric_alarm.mapping["orders-dropped"].alarm_description, "after 10000 retries")
    error_message = "an alarm does not say when a batch is given up"
  }
}

run "queues_get_what_was_given_up_as_late" {
  variables {
    pollers    = { minimum = 1, maximum = 4 }
    on_failure = "sqs"
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.maximum_retry_attempts == 10000])
    error_message = "AWS makes 10 of endless retries where there is a destination"
  }
}

run "without_a_destination_retries_are_endless" {
  variables {
    pollers                = { minimum = 1, maximum = 4 }
    on_failure             = "none"
    maximum_retry_attempts = -1
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.maximum_retry_attempts == -1])
    error_message = "batches are given up, and kept nowhere"
  }

  assert {
    condition     = !strcontains(aws_cloudwatch_metric_alarm.plain["batches-failed"].alarm_description, "retries")
    error_message = "an alarm tells of an end that there is not"
  }
}

run "self_managed_mapping" {
  variables {
    msk_cluster_arn          = null
    bootstrap_servers        = ["b2.example.com:9096", "b1.example.com:9096"]
    cluster_name             = "kafka-eu"
    kafka_auth               = "SASL_SCRAM_512_AUTH"
    kafka_secret_arn         = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C"
    kafka_ca_secret_arn      = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:ca-0A1b2C"
    kafka_subnet_ids         = ["subnet-0a1b2c3d"]
    kafka_security_group_ids = ["sg-0a1b2c3d"]
  }

  assert {
    condition     = alltrue([for mapping in aws_lambda_event_source_mapping.topic : mapping.event_source_arn == null && mapping.self_managed_event_source[0].endpoints == tomap({ KAFKA_BOOTSTRAP_SERVERS = "b1.example.com:9096,b2.example.com:9096" })])
    error_message = "the mapping does not go to these brokers"
  }

  assert {
    condition = alltrue([
      for mapping in aws_lambda_event_source_mapping.topic : toset([for access in mapping.source_access_configuration : "${access.type} ${access.uri}"]) == toset([
        "SASL_SCRAM_512_AUTH arn:aws:secretsmanager:eu-central-1:111122223333:secret:kafka-0A1b2C",
        "SERVER_ROOT_CA_CERTIFICATE arn:aws:secretsmanager:eu-central-1:111122223333:secret:ca-0A1b2C",
        "VPC_SUBNET subnet:subnet-0a1b2c3d",
        "VPC_SECURITY_GROUP security_group:sg-0a1b2c3d",
      ])
    ])
    error_message = "the mapping does not sign in"
  }

  assert {
    condition     = aws_lambda_event_source_mapping.topic["orders"].self_managed_kafka_event_source_config[0].consumer_group_id == "sluice-orders"
    error_message = "the consumer group has another name"
  }

  assert {
    condition = anytrue([
      for statement in jsondecode(aws_iam_role_policy.function["changes"].policy).Statement :
      toset(statement.Action) == toset(["secretsmanager:GetSecretValue"]) && toset(flatten([statement.Resource])) == toset([var.kafka_secret_arn, var.kafka_ca_secret_arn])
    ])
    error_message = "the mapping may not read its secrets, or may read others"
  }

  assert {
    condition     = !strcontains(aws_iam_role_policy.function["changes"].policy, "kafka-cluster:")
    error_message = "the mapping has rights on MSK that it does not need"
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.environment[0].variables.SLUICE_KAFKA_CLUSTER == "kafka-eu"])
    error_message = "logs are named by the list of brokers, which may change"
  }
}

run "sweeps" {
  assert {
    condition     = aws_scheduler_schedule.sweep.schedule_expression == "rate(5 minutes)" && aws_scheduler_schedule.sweep.target[0].arn == "arn:aws:lambda:eu-central-1:111122223333:function:sluice-sweep:live"
    error_message = "the schedule calls something else than the alias of the sweep"
  }

  assert {
    condition     = aws_scheduler_schedule.sweep.target[0].dead_letter_config[0].arn == aws_sqs_queue.sweep.arn && aws_lambda_function_event_invoke_config.sweep.destination_config[0].on_failure[0].destination == aws_sqs_queue.sweep.arn && aws_lambda_function_event_invoke_config.sweep.qualifier == "live"
    error_message = "a sweep that failed is told nowhere"
  }
}

run "sweeps_each_minute" {
  variables {
    sweep_minutes = 1
  }

  assert {
    condition     = aws_scheduler_schedule.sweep.schedule_expression == "rate(1 minute)"
    error_message = "EventBridge takes no \"1 minutes\""
  }
}

run "replays" {
  variables {
    replay_concurrency = 100
  }

  assert {
    condition     = toset(keys(aws_sfn_state_machine.replay)) == toset(["replay", "on_failure"])
    error_message = "there are other state machines"
  }

  assert {
    condition = (
      jsondecode(aws_sfn_state_machine.replay["replay"].definition).States.Begin.Parameters.FunctionName == "arn:aws:lambda:eu-central-1:111122223333:function:sluice-replay-planner:live"
      && jsondecode(aws_sfn_state_machine.replay["replay"].definition).States.Replay.ItemProcessor.States.ReplayPart.Parameters.FunctionName == "arn:aws:lambda:eu-central-1:111122223333:function:sluice-replay-worker:live"
    )
    error_message = "a replay calls something else than the aliases"
  }

  assert {
    condition = (
      jsondecode(aws_sfn_state_machine.replay["replay"].definition).States.Replay.ItemReader.Parameters.Bucket == "sluice-state-111122223333-eu-central-1"
      && jsondecode(aws_sfn_state_machine.replay["on_failure"].definition).States.TakeIn.ItemReader.Parameters.Bucket == "sluice-on-failure-111122223333-eu-central-1"
    )
    error_message = "a map lists another bucket than the one in which its items are"
  }

  assert {
    condition = (
      jsondecode(aws_sfn_state_machine.replay["replay"].definition).States.Replay.MaxConcurrency == 100
      && jsondecode(aws_sfn_state_machine.replay["replay"].definition).States.Cut.MaxConcurrency == 40
    )
    error_message = "a replay runs in another width"
  }

  assert {
    condition = anytrue([
      for statement in jsondecode(aws_iam_role_policy.machine["replay"].policy).Statement :
      toset(statement.Action) == toset(["lambda:InvokeFunction"]) && toset(flatten([statement.Resource])) == toset([
        "arn:aws:lambda:eu-central-1:111122223333:function:sluice-replay-planner:live",
        "arn:aws:lambda:eu-central-1:111122223333:function:sluice-replay-worker:live",
      ])
    ])
    error_message = "a replay may call other functions, or not its own"
  }

  assert {
    condition     = alltrue([for machine in aws_sfn_state_machine.replay : !machine.logging_configuration[0].include_execution_data])
    error_message = "what is replayed stands in logs"
  }
}

run "alarms" {
  variables {
    pollers          = { minimum = 1, maximum = 4 }
    alarm_topic_arns = ["arn:aws:sns:eu-central-1:111122223333:on-call"]
  }

  assert {
    condition = length(setsubtract(
      ["Errors", "Throttles", "Duration", "OffsetLag", "DroppedEventCount", "OnFailureDestinationDeliveredEventCount", "ApproximateNumberOfMessagesVisible", "ExecutionsFailed", "sluice.batches.failed", "sluice.parked.age", "sluice.parked.reported", "sluice.replays.failed"],
      [for alarm in concat(values(aws_cloudwatch_metric_alarm.function), [aws_cloudwatch_metric_alarm.offset_lag], values(aws_cloudwatch_metric_alarm.plain), values(aws_cloudwatch_metric_alarm.mapping), values(aws_cloudwatch_metric_alarm.queue), values(aws_cloudwatch_metric_alarm.machine)) : alarm.metric_name]
    )) == 0
    error_message = "an alarm is missing"
  }

  assert {
    condition     = toset([for alarm in aws_cloudwatch_metric_alarm.topic : one(alarm.metric_query).label]) == toset(["sluice.holes", "sluice.items.quarantined", "sluice.lag"]) && length(aws_cloudwatch_metric_alarm.topic) == 6
    error_message = "a topic has no alarm on holes, quarantine or lag"
  }

  assert {
    condition     = one(aws_cloudwatch_metric_alarm.topic["orders-holes"].metric_query).expression == "SELECT MAX(\"sluice.holes\") FROM SCHEMA(\"Sluice\", FunctionName, Partition, Stream) WHERE FunctionName = 'sluice-changes' AND Stream = 'orders'"
    error_message = "the alarm on holes asks another question"
  }

  assert {
    condition     = alltrue([for alarm in aws_cloudwatch_metric_alarm.function : alarm.metric_name != "Duration" || alarm.threshold == 805000])
    error_message = "the alarm on duration is not where work ends, 35 s before the call does"
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.plain["parked-age"].treat_missing_data == "breaching"
    error_message = "nobody notices that there are no sweeps"
  }

  assert {
    condition     = alltrue([for alarm in concat(values(aws_cloudwatch_metric_alarm.function), [aws_cloudwatch_metric_alarm.offset_lag], values(aws_cloudwatch_metric_alarm.topic), values(aws_cloudwatch_metric_alarm.plain), values(aws_cloudwatch_metric_alarm.mapping), values(aws_cloudwatch_metric_alarm.queue), values(aws_cloudwatch_metric_alarm.machine)) : alarm.alarm_actions == toset(var.alarm_topic_arns)])
    error_message = "an alarm tells nobody"
  }
}

run "in_a_vpc" {
  variables {
    vpc_subnet_ids         = ["subnet-0a1b2c3d"]
    vpc_security_group_ids = ["sg-0a1b2c3d"]
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.vpc_config[0].subnet_ids == toset(var.vpc_subnet_ids) && function.vpc_config[0].security_group_ids == toset(var.vpc_security_group_ids)])
    error_message = "a function is not in the VPC"
  }

  assert {
    condition     = alltrue([for policy in aws_iam_role_policy.function : strcontains(policy.policy, "ec2:AssignPrivateIpAddresses")])
    error_message = "a function may not make its network interfaces"
  }
}

run "settings_arrive" {
  variables {
    settings = {
      SLUICE_DECIMALS        = "number"
      SLUICE_MAX_EVENT_BYTES = "9223372036854775807"
      SLUICE_PLAIN_ROWS      = "orders=shop..orders, dw.*=..rows"
      SLUICE_SOURCE_ZONE     = "shop.*=Europe/Berlin,+05:30"
      SLUICE_SPARSE_TOPICS   = "orders, compacted-*"
    }
  }

  assert {
    condition     = alltrue([for function in aws_lambda_function.function : function.environment[0].variables.SLUICE_DECIMALS == "number"])
    error_message = "a setting does not arrive"
  }
}
