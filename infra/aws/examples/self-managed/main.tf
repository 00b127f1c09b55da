# Topics of Kafka that is your own, by SASL; or event hubs by their Kafka endpoint:
#
#   bootstrap_servers = ["<namespace>.servicebus.windows.net:9093"]
#   kafka_auth        = "BASIC_AUTH"
#
# with a secret {"username":"$ConnectionString","password":"<connection string that may listen>"}; each event hub is a topic.

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
  description = "Region of all that is made; near the brokers."
  type        = string
}

variable "account_id" {
  description = "The account it is made in."
  type        = string
}

variable "bootstrap_servers" {
  description = "Brokers, as <host>:<port>."
  type        = set(string)
}

variable "kafka_auth" {
  description = "BASIC_AUTH (SASL/PLAIN; Event Hubs), SASL_SCRAM_256_AUTH or SASL_SCRAM_512_AUTH."
  type        = string
  default     = "SASL_SCRAM_512_AUTH"
}

variable "kafka_secret_arn" {
  description = "Secret with user and password."
  type        = string
}

variable "subnet_ids" {
  description = "Subnets from which the brokers can be reached, if they are in a VPC."
  type        = list(string)
  default     = []
}

variable "security_group_ids" {
  description = "Security groups that may reach the brokers."
  type        = list(string)
  default     = []
}

variable "cluster_name" {
  description = "Names the cluster for ever, however its brokers are called."
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

variable "kms_key_arn" {
  description = "KMS key of your own for the buckets, if they are to have one."
  type        = string
  default     = null
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

  bootstrap_servers        = var.bootstrap_servers
  cluster_name             = var.cluster_name
  kafka_auth               = var.kafka_auth
  kafka_secret_arn         = var.kafka_secret_arn
  kafka_subnet_ids         = var.subnet_ids
  kafka_security_group_ids = var.security_group_ids
  topics                   = var.topics

  kms_key_arn = var.kms_key_arn

  # Whether servers write their commit times in UTC is for those who know them; see the main README.
  settings = { SLUICE_SOURCE_ZONE = "UTC" }

  alarm_topic_arns = var.alarm_topic_arns
  tags             = { project = "sluice" }
}

output "sluice" {
  description = "Where everything is."
  value       = module.sluice
}
