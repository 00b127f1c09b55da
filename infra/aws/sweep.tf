resource "aws_scheduler_schedule" "sweep" {
  name                = local.function_names.sweep
  description         = "Sluice: completes and reports what is parked"
  schedule_expression = var.sweep_minutes == 1 ? "rate(1 minute)" : "rate(${var.sweep_minutes} minutes)"

  flexible_time_window {
    mode = "OFF"
  }

  target {
    arn      = aws_lambda_alias.live["sweep"].arn
    role_arn = aws_iam_role.scheduler.arn
    input    = "{}"

    # The next sweep does what one left undone, so there is little to repeat.
    retry_policy {
      maximum_event_age_in_seconds = max(60, var.sweep_minutes * 60)
      maximum_retry_attempts       = 2
    }

    dead_letter_config {
      arn = aws_sqs_queue.sweep.arn
    }
  }
}

# The schedule only hands its event over; that the sweep itself failed is Lambda's to tell.
resource "aws_lambda_function_event_invoke_config" "sweep" {
  function_name                = aws_lambda_function.function["sweep"].function_name
  qualifier                    = aws_lambda_alias.live["sweep"].name
  maximum_event_age_in_seconds = max(60, var.sweep_minutes * 60)
  maximum_retry_attempts       = 1

  destination_config {
    on_failure {
      destination = aws_sqs_queue.sweep.arn
    }
  }

  depends_on = [aws_iam_role_policy.function]
}

# Sweeps that failed, or could not even begin. It holds the event of the schedule and the error, no rows.
resource "aws_sqs_queue" "sweep" {
  name                      = local.queue_names.sweep
  message_retention_seconds = 14 * 24 * 60 * 60
  sqs_managed_sse_enabled   = true
  tags                      = var.tags
}

resource "aws_iam_role" "scheduler" {
  name        = "${var.name}-scheduler-${local.region}"
  description = "Sluice: the schedule of sweeps"
  tags        = var.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Action    = "sts:AssumeRole"
        Principal = { Service = "scheduler.amazonaws.com" }
        Condition = { StringEquals = { "aws:SourceAccount" = var.account_id } }
      },
    ]
  })
}

resource "aws_iam_role_policy" "scheduler" {
  name = "all"
  role = aws_iam_role.scheduler.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = ["lambda:InvokeFunction"], Resource = local.alias_arns.sweep },
      { Effect = "Allow", Action = ["sqs:SendMessage"], Resource = local.queue_arns.sweep },
    ]
  })
}
