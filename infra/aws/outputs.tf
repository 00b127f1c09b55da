output "lake" {
  description = "Where the lines are; SLUICE_LAKE and --lake of ./sluice."
  value       = local.environment.SLUICE_LAKE
}

output "state" {
  description = "Where ledgers, parked pieces and the quarantine are; SLUICE_STATE and --state of ./sluice. Holds raw messages."
  value       = local.environment.SLUICE_STATE
}

output "archive" {
  description = "Where batches are kept as they came; the archive of `sluice replay` and `sluice verify`. Holds raw messages."
  value       = local.environment.SLUICE_ARCHIVE
}

output "on_failure" {
  description = "Where batches are that Lambda gave up: a bucket with their records, a queue with their places, or null."
  value = (
    var.on_failure == "s3" ? "s3://${local.buckets.on_failure}" :
    var.on_failure == "sqs" ? aws_sqs_queue.on_failure[0].url : null
  )
}

output "buckets" {
  description = "Names of the buckets by what they hold."
  value       = { for key, bucket in aws_s3_bucket.data : key => bucket.id }
}

output "functions" {
  description = "ARNs to call the functions by: aliases, which name the version of now."
  value       = { for key, alias in aws_lambda_alias.live : key => alias.arn }
}

output "function_versions" {
  description = "The version that each alias names; note it before an update, to go back to."
  value       = { for key, alias in aws_lambda_alias.live : key => alias.function_version }
}

output "function_roles" {
  description = "ARNs of the functions' roles, for key policies and the like."
  value       = { for key, role in aws_iam_role.function : key => role.arn }
}

output "mappings" {
  description = "Ids of the event source mappings by topic."
  value       = { for topic, mapping in aws_lambda_event_source_mapping.topic : topic => mapping.uuid }
}

output "consumer_groups" {
  description = "Consumer groups by topic."
  value       = local.consumer_groups
}

output "state_machines" {
  description = "ARNs of the state machines: replay (from the archive), and on_failure if batches that were given up are in a bucket."
  value       = { for key, machine in aws_sfn_state_machine.replay : key => machine.arn }
}

output "dashboard" {
  description = "Name of the CloudWatch dashboard."
  value       = aws_cloudwatch_dashboard.sluice.dashboard_name
}
