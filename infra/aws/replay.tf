locals {
  machines = merge(
    { replay = "replays from the archive" },
    var.on_failure == "s3" ? { on_failure = "takes in what Lambda gave up" } : {},
  )
  machine_names = { for key, _ in local.machines : key => "${var.name}-${replace(key, "_", "-")}" }

  # Where distributed maps write what became of their items: names and errors, in the state's bucket.
  runs = "replay-runs"

  definitions = {
    for key, _ in local.machines : key => templatefile("${path.module}/${replace(key, "_", "-")}.asl.json", {
      partition         = local.partition
      planner           = local.alias_arns.replay_planner
      worker            = local.alias_arns.replay_worker
      state_bucket      = local.buckets.state
      on_failure_bucket = try(local.buckets.on_failure, "")
      runs              = local.runs
      concurrency       = var.replay_concurrency
      # Forty is the most that a map within one execution does at once.
      cutters = min(40, var.replay_concurrency)
    })
  }

  # By machine: the functions that it calls, and the statement by which it lists its items.
  calls = {
    replay     = [local.alias_arns.replay_planner, local.alias_arns.replay_worker]
    on_failure = [local.alias_arns.replay_worker]
  }
  lists = {
    replay = [
      {
        Effect    = "Allow"
        Action    = ["s3:ListBucket"]
        Resource  = local.bucket_arns.state
        Condition = { StringLike = { "s3:prefix" = ["replays/*"] } }
      },
    ]
    on_failure = [
      {
        Effect   = "Allow"
        Action   = ["s3:ListBucket"]
        Resource = "arn:${local.partition}:s3:::${try(local.buckets.on_failure, "")}"
      },
    ]
  }
}

resource "aws_sfn_state_machine" "replay" {
  for_each = local.machines

  name       = local.machine_names[each.key]
  role_arn   = aws_iam_role.machine[each.key].arn
  definition = local.definitions[each.key]
  tags       = var.tags

  logging_configuration {
    log_destination        = "${aws_cloudwatch_log_group.machine[each.key].arn}:*"
    level                  = "ERROR"
    include_execution_data = false
  }

  # Step Functions tries whether the role may log when it makes the machine.
  depends_on = [aws_iam_role_policy.machine]
}

resource "aws_cloudwatch_log_group" "machine" {
  for_each = local.machine_names

  # Under this name groups need no place in the policy of CloudWatch Logs, which takes few.
  name              = "/aws/vendedlogs/states/${each.value}"
  retention_in_days = var.log_retention_days
  tags              = var.tags
}

resource "aws_iam_role" "machine" {
  for_each = local.machines

  name        = "${local.machine_names[each.key]}-machine-${local.region}"
  description = "Sluice: ${each.value}"
  tags        = var.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { Service = "states.amazonaws.com" }
        Condition = { StringEquals = { "aws:SourceAccount" = var.account_id } }
      },
    ]
  })
}

resource "aws_iam_role_policy" "machine" {
  for_each = local.machines

  name = "all"
  role = aws_iam_role.machine[each.key].name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = concat(
      local.lists[each.key],
      local.kms_statements,
      [
        { Effect = "Allow", Action = ["lambda:InvokeFunction"], Resource = local.calls[each.key] },
        {
          Effect   = "Allow"
          Action   = ["s3:AbortMultipartUpload", "s3:GetObject", "s3:ListMultipartUploadParts", "s3:PutObject"]
          Resource = "${local.bucket_arns.state}/${local.runs}/*"
        },
        # A distributed map is executions of the machine itself, with the name of the map behind a slash.
        {
          Effect   = "Allow"
          Action   = ["states:StartExecution"]
          Resource = "arn:${local.partition}:states:${local.of_here}:stateMachine:${local.machine_names[each.key]}"
        },
        {
          Effect = "Allow"
          Action = ["states:DescribeExecution", "states:StopExecution"]
          Resource = [
            for separator in [":", "/"] : "arn:${local.partition}:states:${local.of_here}:execution:${local.machine_names[each.key]}${separator}*"
          ]
        },
        # Deliveries of logs have no resources of their own.
        {
          Effect = "Allow"
          Action = [
            "logs:CreateLogDelivery",
            "logs:DeleteLogDelivery",
            "logs:DescribeLogGroups",
            "logs:DescribeResourcePolicies",
            "logs:GetLogDelivery",
            "logs:ListLogDeliveries",
            "logs:PutResourcePolicy",
            "logs:UpdateLogDelivery",
          ]
          Resource = "*"
        },
      ],
      each.key == "on_failure" ? [
        {
          Effect   = "Allow"
          Action   = ["states:DescribeMapRun"]
          Resource = "arn:${local.partition}:states:${local.of_here}:mapRun:${local.machine_names[each.key]}/*"
        },
      ] : [],
    )
  })
}
