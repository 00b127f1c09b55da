data "aws_partition" "current" {}

data "aws_region" "current" {}

locals {
  partition = data.aws_partition.current.partition
  region    = data.aws_region.current.id
  of_here   = "${local.region}:${var.account_id}"

  # Work ends so long before a call does: what a put that was begun may take, and the answer. KafkaHandler has it too.
  seconds_to_end = 35

  functions = {
    changes        = { handler = "dev.sluice.aws.KafkaHandler", does = "takes in the records of topics" }
    sweep          = { handler = "dev.sluice.aws.SweepHandler", does = "completes and reports what is parked" }
    replay_planner = { handler = "dev.sluice.aws.ReplayPlanner", does = "begins replays, and tells how far they are" }
    replay_worker  = { handler = "dev.sluice.aws.ReplayHandler", does = "does a part of a replay" }
  }

  function_names = { for key, _ in local.functions : key => "${var.name}-${replace(key, "_", "-")}" }
  function_arns  = { for key, name in local.function_names : key => "arn:${local.partition}:lambda:${local.of_here}:function:${name}" }

  # What calls a function calls the version that its alias names: an update changes all of them at once, and goes back.
  alias      = "live"
  alias_arns = { for key, arn in local.function_arns : key => "${arn}:${local.alias}" }

  is_msk = var.msk_cluster_arn != null
}

resource "aws_cloudwatch_log_group" "function" {
  for_each = local.function_names

  name              = "/aws/lambda/${each.value}"
  retention_in_days = var.log_retention_days
  tags              = var.tags
}

resource "aws_lambda_function" "function" {
  for_each = local.functions

  function_name    = local.function_names[each.key]
  description      = "Sluice: ${each.value.does}"
  role             = aws_iam_role.function[each.key].arn
  filename         = var.package_file
  source_code_hash = filebase64sha256(var.package_file)
  handler          = "${each.value.handler}::handleRequest"
  runtime          = var.runtime
  architectures    = [var.architecture]
  memory_size      = var.memory_mb
  timeout          = var.timeout_seconds
  publish          = true
  tags             = var.tags

  environment {
    variables = local.environment
  }

  dynamic "snap_start" {
    for_each = var.snap_start ? [1] : []
    content {
      apply_on = "PublishedVersions"
    }
  }

  # Text, because the lines are JSON already: CloudWatch finds metrics in a line only if it is that JSON, not within another.
  logging_config {
    log_format = "Text"
    log_group  = aws_cloudwatch_log_group.function[each.key].name
  }

  dynamic "vpc_config" {
    for_each = length(var.vpc_subnet_ids) > 0 ? [1] : []
    content {
      subnet_ids         = var.vpc_subnet_ids
      security_group_ids = var.vpc_security_group_ids
    }
  }

  # A function that starts before it may do anything makes a first call that fails.
  depends_on = [aws_iam_role_policy.function]
}

resource "aws_lambda_alias" "live" {
  for_each = local.functions

  name             = local.alias
  description      = "The version that is called"
  function_name    = aws_lambda_function.function[each.key].function_name
  function_version = aws_lambda_function.function[each.key].version
}

resource "aws_lambda_event_source_mapping" "topic" {
  # Lambda takes one topic per mapping.
  for_each = var.topics

  function_name                      = aws_lambda_alias.live["changes"].arn
  event_source_arn                   = var.msk_cluster_arn
  topics                             = [each.value]
  starting_position                  = var.starting_position
  enabled                            = var.enabled
  batch_size                         = var.batch_size
  maximum_batching_window_in_seconds = var.batching_window_seconds
  tags                               = var.tags

  # To a mapping that does not know partial answers, one is a success, and records are lost. An update moves the alias
  # before it changes mappings, so "mapping" comes between "off" and "on": there the mapping knows, and a handler that
  # throws is understood by all.
  function_response_types        = var.partial_batch == "off" ? null : ["ReportBatchItemFailures"]
  maximum_retry_attempts         = local.retry_attempts
  maximum_record_age_in_seconds  = var.maximum_record_age_seconds
  bisect_batch_on_function_error = var.bisect_on_error ? true : null

  dynamic "amazon_managed_kafka_event_source_config" {
    for_each = local.is_msk ? [1] : []
    content {
      consumer_group_id = local.consumer_groups[each.value]
    }
  }

  dynamic "self_managed_kafka_event_source_config" {
    for_each = local.is_msk ? [] : [1]
    content {
      consumer_group_id = local.consumer_groups[each.value]
    }
  }

  dynamic "self_managed_event_source" {
    for_each = local.is_msk ? [] : [1]
    content {
      endpoints = { KAFKA_BOOTSTRAP_SERVERS = join(",", sort(var.bootstrap_servers)) }
    }
  }

  dynamic "source_access_configuration" {
    for_each = local.source_access
    content {
      type = source_access_configuration.value.type
      uri  = source_access_configuration.value.uri
    }
  }

  dynamic "provisioned_poller_config" {
    for_each = var.pollers == null ? [] : [var.pollers]
    content {
      minimum_pollers = provisioned_poller_config.value.minimum
      maximum_pollers = provisioned_poller_config.value.maximum
    }
  }

  dynamic "destination_config" {
    for_each = var.on_failure == "none" ? [] : [1]
    content {
      on_failure {
        destination_arn = var.on_failure == "s3" ? aws_s3_bucket.data["on_failure"].arn : aws_sqs_queue.on_failure[0].arn
      }
    }
  }

  # Of Kafka Lambda counts events with provisioned pollers only, as far as its documentation says.
  dynamic "metrics_config" {
    for_each = var.pollers == null ? [] : [1]
    content {
      metrics = var.mapping_metrics
    }
  }

  # Lambda tries the way to brokers and destination when it makes the mapping.
  depends_on = [aws_iam_role_policy.function]
}

locals {
  # With a destination AWS makes 10 of "for ever", and an outage of minutes uses them up.
  retry_attempts = var.maximum_retry_attempts == null && var.pollers != null && var.on_failure != "none" ? 10000 : var.maximum_retry_attempts

  consumer_groups = { for topic in var.topics : topic => "${coalesce(var.consumer_group_prefix, var.name)}-${topic}" }

  source_access = concat(
    var.kafka_auth == "IAM" ? [] : [{ type = var.kafka_auth, uri = var.kafka_secret_arn }],
    var.kafka_ca_secret_arn == null ? [] : [{ type = "SERVER_ROOT_CA_CERTIFICATE", uri = var.kafka_ca_secret_arn }],
    [for id in var.kafka_subnet_ids : { type = "VPC_SUBNET", uri = "subnet:${id}" }],
    [for id in var.kafka_security_group_ids : { type = "VPC_SECURITY_GROUP", uri = "security_group:${id}" }],
  )
}

# Where batches were that Lambda gave up, without their records.
resource "aws_sqs_queue" "on_failure" {
  count = var.on_failure == "sqs" ? 1 : 0

  name                      = local.queue_names.on_failure
  message_retention_seconds = 14 * 24 * 60 * 60
  sqs_managed_sse_enabled   = true
  tags                      = var.tags
}

locals {
  queue_names = {
    on_failure = "${var.name}-on-failure"
    sweep      = "${var.name}-sweep-failed"
  }
  queue_arns = { for key, name in local.queue_names : key => "arn:${local.partition}:sqs:${local.of_here}:${name}" }
}
