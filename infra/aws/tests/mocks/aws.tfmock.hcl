# What AWS would answer, as far as others look at its form.

mock_data "aws_partition" {
  defaults = { partition = "aws" }
}

mock_data "aws_region" {
  defaults = { id = "eu-central-1", name = "eu-central-1" }
}

mock_resource "aws_s3_bucket" {
  defaults = { arn = "arn:aws:s3:::a-bucket" }
}

mock_resource "aws_iam_role" {
  defaults = { arn = "arn:aws:iam::111122223333:role/a-role" }
}

mock_resource "aws_cloudwatch_log_group" {
  defaults = { arn = "arn:aws:logs:eu-central-1:111122223333:log-group:a-group" }
}

mock_resource "aws_lambda_function" {
  defaults = { arn = "arn:aws:lambda:eu-central-1:111122223333:function:a-function", version = "7" }
}

mock_resource "aws_lambda_alias" {
  defaults = { arn = "arn:aws:lambda:eu-central-1:111122223333:function:a-function:an-alias" }
}

mock_resource "aws_lambda_event_source_mapping" {
  defaults = { uuid = "0a1b2c3d-0000-0000-0000-00000000000a" }
}

mock_resource "aws_sqs_queue" {
  defaults = { arn = "arn:aws:sqs:eu-central-1:111122223333:a-queue" }
}

mock_resource "aws_sfn_state_machine" {
  defaults = { arn = "arn:aws:states:eu-central-1:111122223333:stateMachine:a-machine" }
}
