locals {
  # Of our own lines: the metrics by stream and partition, then those of sweeps and of what failed, which name no stream.
  stream_widgets = [
    { title = "Records", metrics = ["sluice.records"], statistic = "Sum" },
    { title = "Bytes", metrics = ["sluice.bytes"], statistic = "Sum" },
    { title = "From the broker to the lake (ms)", metrics = ["sluice.lag"], statistic = "Maximum" },
    { title = "A batch takes (ms)", metrics = ["sluice.duration"], statistic = "Maximum" },
    {
      title = "What became of items"
      metrics = [
        "sluice.items.emitted",
        "sluice.items.parked",
        "sluice.items.control",
        "sluice.items.skipped",
        "sluice.items.quarantined",
      ]
      statistic = "Sum"
    },
    { title = "Holes", metrics = ["sluice.holes"], statistic = "Maximum" },
  ]
  plain_widgets = [
    { title = "The oldest that waits (ms)", function = "sweep", metrics = ["sluice.parked.age"], statistic = "Maximum" },
    {
      title    = "Split events and halves after a sweep"
      function = "sweep"
      metrics = [
        "sluice.parked.reported",
        "sluice.parked.waiting",
        "sluice.parked.incomplete",
        "sluice.parked.broken",
        "sluice.parked.completed",
        "sluice.parked.finished",
        "sluice.parked.removed",
      ]
      statistic = "Maximum"
    },
    { title = "Batches thrown back", function = "changes", metrics = ["sluice.batches.failed"], statistic = "Sum" },
    { title = "Steps of replays given up", function = "replay_worker", metrics = ["sluice.replays.failed"], statistic = "Sum" },
  ]

  widgets = concat(
    [
      for widget in local.stream_widgets : {
        title = widget.title
        metrics = [
          for i, metric in widget.metrics : [{
            id         = "m${i}"
            label      = length(widget.metrics) == 1 ? "" : "${metric} "
            expression = "SEARCH('{Sluice,FunctionName,Partition,Stream} MetricName=\"${metric}\" AND FunctionName=\"${local.function_names.changes}\"', '${widget.statistic}', 300)"
          }]
        ]
      }
    ],
    [
      for widget in local.plain_widgets : {
        title   = widget.title
        metrics = [for metric in widget.metrics : ["Sluice", metric, "FunctionName", local.function_names[widget.function], { stat = widget.statistic }]]
      }
    ],
    [
      {
        title   = "Records that wait at the broker"
        metrics = [["AWS/Lambda", "OffsetLag", "FunctionName", local.function_names.changes, { stat = "Maximum" }]]
      },
      {
        title   = "Calls"
        metrics = [for name in values(local.function_names) : ["AWS/Lambda", "Invocations", "FunctionName", name, { stat = "Sum" }]]
      },
      {
        title = "Errors and throttles"
        metrics = concat(
          [for name in values(local.function_names) : ["AWS/Lambda", "Errors", "FunctionName", name, { stat = "Sum" }]],
          [for name in values(local.function_names) : ["AWS/Lambda", "Throttles", "FunctionName", name, { stat = "Sum" }]],
        )
      },
      {
        title = "Queues"
        metrics = [
          for queue in keys(local.queue_alarms) :
          ["AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName", local.queue_names[queue], { stat = "Maximum" }]
        ]
      },
    ],
  )
}

resource "aws_cloudwatch_dashboard" "sluice" {
  dashboard_name = "${var.name}-${local.region}"

  dashboard_body = jsonencode({
    widgets = [
      for i, widget in local.widgets : {
        type   = "metric"
        x      = i % 3 * 8
        y      = floor(i / 3) * 6
        width  = 8
        height = 6
        properties = {
          title   = widget.title
          region  = local.region
          view    = "timeSeries"
          period  = 300
          metrics = widget.metrics
        }
      }
    ]
  })
}
