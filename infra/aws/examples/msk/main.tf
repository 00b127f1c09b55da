# Topics of an MSK cluster that lets roles sign in (IAM).

terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.100, < 7"
    }
  }
}

variable "region" {
  description = "Region of the cluster, and of all that is made."
  type        = string
}

variable "account_id" {
  description = "The account it is made in."
  type        = string
}

variable "cluster_arn" {
  description = "ARN of the MSK cluster."
  type        = string
}

variable "topics" {
  description = "Topics to take in."
  type        = set(string)
}

variable "package_file" {
  description = "The zip of the functions."
  type        = string
}

variable "alarm_topic_arns" {
  description = "SNS topics that alarms tell."
  type        = list(string)
  default     = []
}

provider "aws" {
  region              = var.region
  allowed_account_ids = [var.account_id]
}

module "sluice" {
  source = "../.."

  name         = "sluice"
  account_id   = var.account_id
  package_file = var.package_file

  msk_cluster_arn = var.cluster_arn
  topics          = var.topics

  # Reserved reading power, so that only the partitions that failed are given again. Costs some by the hour; leave both
  # out, and Lambda scales by itself and gives a whole batch again. Mappings that read already get "mapping" first.
  pollers       = { minimum = 1, maximum = 4 }
  partial_batch = "on"

  alarm_topic_arns = var.alarm_topic_arns
  tags             = { project = "sluice" }
}

output "sluice" {
  description = "Where everything is."
  value       = module.sluice
}
