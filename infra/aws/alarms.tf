# Alarms. The names that begin with "sluice." come from lines of the functions' logs; a test of the functions compares them
# with what the code writes.

locals {
  # Retries end with pollers and a number of them, which there is wherever there is a destination.
  retries_end    = var.pollers != null && coalesce(local.retry_attempts, -1) >= 0
  after_retries  = local.retries_end ? " (too large, too old, or after ${local.retry_attempts} retries)" : ""
  until_given_up = local.retries_end ? " After ${local.retry_attempts} retries Lambda gives a batch up." : ""

  # Metrics that Lambda itself counts, of the version behind the alias and of all others.
  function_alarms = merge([
    for function, name in local.function_names : {
      "${function}-errors" = {
        function    = name
        metric      = "Errors"
        statistic   = "Sum"
        threshold   = 0
        periods     = 3 # what fails once, because the store was busy, is done the next time
        description = "Calls of ${name} fail again and again. Look into the log whether the store or a setting refuses.${function == "changes" ? local.until_given_up : ""}"
      }
      "${function}-throttles" = {
        function    = name
        metric      = "Throttles"
        statistic   = "Sum"
        threshold   = 0
        periods     = 3
        description = "Calls of ${name} find no free concurrency. Raise the account's limit, or run fewer parts of replays at once."
      }
      "${function}-duration" = {
        function    = name
        metric      = "Duration"
        statistic   = "Maximum"
        threshold   = (var.timeout_seconds - local.seconds_to_end) * 1000
        periods     = 1
        description = "A call of ${name} worked until it had to stop. Give it smaller batches, or more memory."
      }
    }
  ]...)

  # By topic, from our own lines: the worst of its partitions.
  topic_metrics = {
    holes = {
      metric      = "sluice.holes"
      threshold   = 0
      periods     = 1
      description = "a stretch of the log is in no lake. See `sluice holes list`; a replay fills it"
    }
    quarantined = {
      metric      = "sluice.items.quarantined"
      threshold   = 0
      periods     = 1
      description = "items could not be read. See `sluice quarantine list`"
    }
    lag = {
      metric      = "sluice.lag"
      threshold   = var.alarm_lag_minutes * 60 * 1000
      periods     = 3
      description = "records came into the lake later than ${var.alarm_lag_minutes} minutes after the broker had them"
    }
  }

  topic_alarms = merge([
    for topic in var.topics : {
      for key, alarm in local.topic_metrics : "${topic}-${key}" => merge(alarm, { topic = topic })
    }
  ]...)

  # Of lines that name no stream, by the function that writes them.
  plain_alarms = {
    batches-failed = {
      metric      = "sluice.batches.failed"
      function    = local.function_names.changes
      statistic   = "Sum"
      threshold   = 0
      periods     = 2
      description = "Batches are thrown back for longer than a quarter of an hour; they come again. Look into the log for the reason.${local.until_given_up}"
      missing     = "notBreaching"
    }
    parked-age = {
      metric      = "sluice.parked.age"
      function    = local.function_names.sweep
      statistic   = "Maximum"
      threshold   = var.alarm_parked_hours * 60 * 60 * 1000
      periods     = 2 * ceil(var.sweep_minutes / 15)
      description = "Pieces wait for the rest of their event for longer than ${var.alarm_parked_hours} hours (see `sluice parked list`), or no sweep ran."
      missing     = "breaching"
    }
    parked-reported = {
      metric      = "sluice.parked.reported"
      function    = local.function_names.sweep
      statistic   = "Maximum"
      threshold   = 0
      periods     = 1
      description = "A sweep found events that are incomplete for too long, or whose pieces can never become one; they are in quarantine now."
      missing     = "notBreaching"
    }
    replays-failed = {
      metric      = "sluice.replays.failed"
      function    = local.function_names.replay_worker
      statistic   = "Sum"
      threshold   = 0
      periods     = 1
      description = "Steps of a replay were given up. Ask the planner for the replay, and run it again."
      missing     = "notBreaching"
    }
  }

  # Counted with provisioned pollers only. Without them a batch that was given up shows as a hole, when the next one came.
  mapping_metrics = {
    dropped = {
      metric      = "DroppedEventCount"
      description = "Lambda gave up records${local.after_retries} and kept them nowhere. Their offsets are a hole; replay them from the archive."
    }
    given-up = {
      metric      = "OnFailureDestinationDeliveredEventCount"
      description = "Lambda gave up batches${local.after_retries}. Run the state machine ${var.name}-on-failure, or replay from the archive."
    }
  }

  mapping_alarms = merge([
    for topic in var.topics : {
      for key, alarm in local.mapping_metrics : "${topic}-${key}" => merge(alarm, { topic = topic }) if var.pollers != null
    }
  ]...)

  queue_alarms = merge(
    { sweep = "Sweeps failed, or could not begin: the messages say why." },
    var.on_failure == "sqs" ? { on_failure = "Lambda gave up batches: the messages say which. Replay them from the archive." } : {},
  )
}

resource "aws_cloudwatch_metric_alarm" "function" {
  for_each = local.function_alarms

  alarm_name          = "${var.name}-${replace(each.key, "_", "-")}"
  alarm_description   = each.value.description
  namespace           = "AWS/Lambda"
  metric_name         = each.value.metric
  dimensions          = { FunctionName = each.value.function }
  statistic           = each.value.statistic
  period              = 300
  evaluation_periods  = each.value.periods
  datapoints_to_alarm = ceil(each.value.periods / 2)
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value.threshold
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "offset_lag" {
  alarm_name          = "${var.name}-offset-lag"
  alarm_description   = "More than ${var.alarm_offset_lag} records of a topic wait, for a quarter of an hour."
  namespace           = "AWS/Lambda"
  metric_name         = "OffsetLag"
  dimensions          = { FunctionName = local.function_names.changes }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 3
  comparison_operator = "GreaterThanThreshold"
  threshold           = var.alarm_offset_lag
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "topic" {
  for_each = local.topic_alarms

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "Of topic ${each.value.topic} ${each.value.description}."
  evaluation_periods  = each.value.periods
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value.threshold
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags

  # A question to all partitions at once, for nobody knows here how many there are.
  metric_query {
    id          = "worst"
    label       = each.value.metric
    expression  = "SELECT MAX(\"${each.value.metric}\") FROM SCHEMA(\"Sluice\", FunctionName, Partition, Stream) WHERE FunctionName = '${local.function_names.changes}' AND Stream = '${each.value.topic}'"
    period      = 300
    return_data = true
  }
}

resource "aws_cloudwatch_metric_alarm" "plain" {
  for_each = local.plain_alarms

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = each.value.description
  namespace           = "Sluice"
  metric_name         = each.value.metric
  dimensions          = { FunctionName = each.value.function }
  statistic           = each.value.statistic
  period              = 900
  evaluation_periods  = each.value.periods
  comparison_operator = "GreaterThanThreshold"
  threshold           = each.value.threshold
  treat_missing_data  = each.value.missing
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "mapping" {
  for_each = local.mapping_alarms

  alarm_name          = "${var.name}-${each.key}"
  alarm_description   = "Of topic ${each.value.topic}: ${each.value.description}"
  namespace           = "AWS/Lambda"
  metric_name         = each.value.metric
  dimensions          = { EventSourceMappingUUID = aws_lambda_event_source_mapping.topic[each.value.topic].uuid }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "queue" {
  for_each = local.queue_alarms

  alarm_name          = "${local.queue_names[each.key]}-depth"
  alarm_description   = each.value
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  dimensions          = { QueueName = local.queue_names[each.key] }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "machine" {
  for_each = local.machines

  alarm_name          = "${local.machine_names[each.key]}-failed"
  alarm_description   = "The state machine ${local.machine_names[each.key]} (${each.value}) ended with something undone; its execution says what."
  namespace           = "AWS/States"
  metric_name         = "ExecutionsFailed"
  dimensions          = { StateMachineArn = aws_sfn_state_machine.replay[each.key].arn }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}
