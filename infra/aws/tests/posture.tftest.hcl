# Nothing is open, nothing is unencrypted, and nobody may do more than it has to.

mock_provider "aws" {
  source = "./tests/mocks"
}

variables {
  account_id      = "111122223333"
  package_file    = "versions.tf"
  msk_cluster_arn = "arn:aws:kafka:eu-central-1:111122223333:cluster/changes/0a1b2c3d-1"
  topics          = ["orders", "dw.orders"]
}

run "buckets_are_closed" {
  assert {
    condition     = toset(keys(aws_s3_bucket.data)) == toset(["lake", "state", "archive", "on_failure"])
    error_message = "there is another set of buckets"
  }

  assert {
    condition = toset(keys(aws_s3_bucket_public_access_block.data)) == toset(keys(aws_s3_bucket.data)) && alltrue([
      for block in aws_s3_bucket_public_access_block.data :
      block.block_public_acls && block.block_public_policy && block.ignore_public_acls && block.restrict_public_buckets
    ])
    error_message = "a bucket may become public"
  }

  assert {
    condition     = alltrue([for key in keys(aws_s3_bucket.data) : aws_s3_bucket_ownership_controls.data[key].rule[0].object_ownership == "BucketOwnerEnforced"])
    error_message = "a bucket has ACLs"
  }

  assert {
    condition = alltrue([
      for key, bucket in aws_s3_bucket.data : anytrue([
        for statement in jsondecode(aws_s3_bucket_policy.data[key].policy).Statement :
        statement.Effect == "Deny" && statement.Principal == "*" && statement.Action == "s3:*"
        && try(statement.Condition.Bool["aws:SecureTransport"], "") == "false"
        && toset(flatten([statement.Resource])) == toset(["arn:aws:s3:::${bucket.bucket}", "arn:aws:s3:::${bucket.bucket}/*"])
      ])
    ])
    error_message = "a bucket answers without TLS"
  }

  assert {
    condition = alltrue([
      for policy in aws_s3_bucket_policy.data : anytrue([
        for statement in jsondecode(policy.policy).Statement :
        statement.Effect == "Deny" && try(statement.Condition.NumericLessThan["s3:TlsVersion"], "") == "1.2"
      ])
    ])
    error_message = "a bucket answers with an old TLS"
  }

  assert {
    condition     = alltrue([for policy in aws_s3_bucket_policy.data : alltrue([for statement in jsondecode(policy.policy).Statement : statement.Effect == "Deny"])])
    error_message = "a bucket's own policy lets somebody in"
  }

  assert {
    condition     = alltrue([for bucket in aws_s3_bucket.data : !bucket.force_destroy])
    error_message = "terraform destroy would delete data"
  }
}

run "buckets_are_encrypted" {
  assert {
    condition = alltrue([
      for key in keys(aws_s3_bucket.data) :
      one(one(aws_s3_bucket_server_side_encryption_configuration.data[key].rule).apply_server_side_encryption_by_default).sse_algorithm == "AES256"
    ])
    error_message = "a bucket is not encrypted"
  }
}

run "buckets_are_encrypted_with_a_key_of_ones_own" {
  variables {
    kms_key_arn = "arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000"
  }

  assert {
    condition = alltrue([
      for key in keys(aws_s3_bucket.data) :
      one(one(aws_s3_bucket_server_side_encryption_configuration.data[key].rule).apply_server_side_encryption_by_default).sse_algorithm == "aws:kms"
      && one(one(aws_s3_bucket_server_side_encryption_configuration.data[key].rule).apply_server_side_encryption_by_default).kms_master_key_id == var.kms_key_arn
      && one(aws_s3_bucket_server_side_encryption_configuration.data[key].rule).bucket_key_enabled
    ])
    error_message = "a bucket does not use the key, or asks for it at every object"
  }

  assert {
    condition = alltrue([
      for policy in concat(values(aws_iam_role_policy.function), values(aws_iam_role_policy.machine)) : anytrue([
        for statement in jsondecode(policy.policy).Statement :
        statement.Resource == var.kms_key_arn && toset(statement.Action) == toset(["kms:Decrypt", "kms:GenerateDataKey"])
        && try(statement.Condition.StringEquals["kms:ViaService"], "") == "s3.eu-central-1.amazonaws.com"
      ])
    ])
    error_message = "a role may not use the key, or may use it for more than S3"
  }
}

run "what_was_written_can_be_brought_back_and_rubbish_goes" {
  assert {
    condition     = toset(keys(aws_s3_bucket_versioning.data)) == toset(["lake", "state", "archive"]) && alltrue([for versioning in aws_s3_bucket_versioning.data : versioning.versioning_configuration[0].status == "Enabled"])
    error_message = "lake, state or archive has no versions"
  }

  assert {
    condition = alltrue([
      for lifecycle in aws_s3_bucket_lifecycle_configuration.data : anytrue([
        for rule in lifecycle.rule : rule.status == "Enabled" && try(one(rule.abort_incomplete_multipart_upload).days_after_initiation, 0) == 7
      ])
    ])
    error_message = "a bucket keeps what a crash left of uploads"
  }

  assert {
    condition = alltrue([
      for rule in aws_s3_bucket_lifecycle_configuration.data["lake"].rule : sum(concat([0], [for one in rule.expiration : coalesce(one.days, 0)])) == 0
    ])
    error_message = "lines of the lake go away by themselves"
  }

  assert {
    condition     = alltrue([for rule in aws_s3_bucket_lifecycle_configuration.data["state"].rule : try(one(rule.filter).prefix, "") != "parked/"])
    error_message = "parked pieces go away by themselves, and a late replay completes no event"
  }

  assert {
    condition = anytrue([
      for rule in aws_s3_bucket_lifecycle_configuration.data["state"].rule :
      try(one(rule.filter).prefix, "") == "replays/" && try(one(rule.expiration).days, 0) == 90
    ])
    error_message = "replays that were done stay for ever"
  }

  assert {
    condition = anytrue([
      for rule in aws_s3_bucket_lifecycle_configuration.data["state"].rule :
      rule.status == "Enabled" && try(one(rule.filter).prefix, "") == "ledger/" && length(rule.expiration) == 0
      && try(one(rule.noncurrent_version_expiration).noncurrent_days, 0) == 1
      && try(one(rule.noncurrent_version_expiration).newer_noncurrent_versions, 0) == 100
    ])
    error_message = "a ledger gets so many versions that S3 answers 503"
  }

  assert {
    condition = alltrue([
      for rule in aws_s3_bucket_lifecycle_configuration.data["state"].rule :
      sum(concat([0], [for one in rule.expiration : coalesce(one.days, 0)])) == 0 || contains(["replays/", "replay-runs/"], try(one(rule.filter).prefix, ""))
    ])
    error_message = "a ledger, a mark of a finished event or the quarantine goes away by itself"
  }
}

run "pieces_go_after_all_that_could_complete_their_events" {
  variables {
    parked_days     = 91
    archive_days    = 90
    on_failure_days = 30
  }

  assert {
    condition = [
      for rule in aws_s3_bucket_lifecycle_configuration.data["state"].rule : one(rule.expiration).days if try(one(rule.filter).prefix, "") == "parked/"
    ] == [91]
    error_message = "parked pieces stay shorter or longer than they should"
  }
}

run "nobody_may_do_everything" {
  assert {
    condition = alltrue([
      for policy in concat(values(aws_iam_role_policy.function), values(aws_iam_role_policy.machine), [aws_iam_role_policy.scheduler]) : alltrue([
        for statement in jsondecode(policy.policy).Statement : statement.Effect == "Allow" && alltrue([for action in statement.Action : !strcontains(action, "*")])
      ])
    ])
    error_message = "a role has a right with a wildcard"
  }

  assert {
    condition = alltrue([
      for policy in concat(values(aws_iam_role_policy.function), values(aws_iam_role_policy.machine), [aws_iam_role_policy.scheduler]) : alltrue([
        for statement in jsondecode(policy.policy).Statement :
        statement.Resource != "*" || alltrue([for action in statement.Action : startswith(action, "ec2:") || startswith(action, "logs:")])
      ])
    ])
    error_message = "a role has a right on everything, other than those that know no resource (network interfaces, deliveries of logs)"
  }

  assert {
    condition = alltrue([
      for function, policy in aws_iam_role_policy.function : alltrue([
        for statement in jsondecode(policy.policy).Statement :
        !contains(statement.Action, "s3:DeleteObject") || (
          function == "sweep" && contains(["arn:aws:s3:::sluice-state-111122223333-eu-central-1/parked/*", "arn:aws:s3:::sluice-state-111122223333-eu-central-1/pairs/*"], statement.Resource)
        )
      ])
    ])
    error_message = "somebody may delete what is not parked"
  }

  assert {
    condition = alltrue([
      for role in concat(values(aws_iam_role.machine), [aws_iam_role.scheduler]) :
      jsondecode(role.assume_role_policy).Statement[0].Condition.StringEquals["aws:SourceAccount"] == var.account_id
    ])
    error_message = "a service may take a role on behalf of another account"
  }

  assert {
    condition = toset(flatten([
      for statement in jsondecode(aws_iam_role_policy.function["changes"].policy).Statement : statement.Action if startswith(statement.Action[0], "kafka-cluster:")
      ])) == toset([
      "kafka-cluster:Connect", "kafka-cluster:DescribeClusterDynamicConfiguration", "kafka-cluster:DescribeTopic",
      "kafka-cluster:ReadData", "kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup",
    ])
    error_message = "the mapping may write to the cluster, or may not read"
  }

  assert {
    condition = anytrue([
      for statement in jsondecode(aws_iam_role_policy.function["changes"].policy).Statement :
      contains(statement.Action, "kafka-cluster:ReadData") && toset(flatten([statement.Resource])) == toset([
        "arn:aws:kafka:eu-central-1:111122223333:topic/changes/0a1b2c3d-1/orders",
        "arn:aws:kafka:eu-central-1:111122223333:topic/changes/0a1b2c3d-1/dw.orders",
      ])
    ])
    error_message = "the mapping may read other topics than those it takes in"
  }

  assert {
    condition = alltrue([
      for function in ["sweep", "replay_planner", "replay_worker"] : alltrue([
        for statement in jsondecode(aws_iam_role_policy.function[function].policy).Statement :
        alltrue([for action in statement.Action : !startswith(action, "kafka") && !startswith(action, "secretsmanager:")])
      ])
    ])
    error_message = "a function without a mapping may reach the cluster"
  }

  assert {
    condition     = length(jsondecode(aws_iam_role_policy.scheduler.policy).Statement) == 2 && jsondecode(aws_iam_role_policy.scheduler.policy).Statement[0].Resource == "arn:aws:lambda:eu-central-1:111122223333:function:sluice-sweep:live"
    error_message = "the schedule may call something else than the sweep"
  }
}

run "without_an_archive_of_ones_own_nobody_writes_there" {
  variables {
    archive_write = false
  }

  assert {
    condition = alltrue([
      for policy in aws_iam_role_policy.function : alltrue([
        for statement in jsondecode(policy.policy).Statement :
        !startswith(jsonencode(statement.Resource), "\"arn:aws:s3:::sluice-archive-") || length(setsubtract(statement.Action, ["s3:GetObject", "s3:ListBucket"])) == 0
      ])
    ])
    error_message = "somebody may write into an archive that is only read"
  }

  assert {
    condition     = !strcontains(aws_iam_role_policy.function["changes"].policy, "sluice-archive-")
    error_message = "the function that takes changes in may reach an archive that it does not write"
  }
}

run "queues_are_encrypted" {
  variables {
    on_failure = "sqs"
  }

  assert {
    condition     = alltrue([for queue in concat([aws_sqs_queue.sweep], aws_sqs_queue.on_failure) : queue.sqs_managed_sse_enabled && queue.message_retention_seconds == 1209600])
    error_message = "a queue is not encrypted, or forgets early"
  }

  assert {
    condition     = !contains(keys(aws_s3_bucket.data), "on_failure") && !contains(keys(aws_sfn_state_machine.replay), "on_failure")
    error_message = "there is a bucket for what goes to a queue"
  }

  assert {
    condition = anytrue([
      for statement in jsondecode(aws_iam_role_policy.function["changes"].policy).Statement :
      toset(statement.Action) == toset(["sqs:SendMessage"]) && statement.Resource == "arn:aws:sqs:eu-central-1:111122223333:sluice-on-failure"
    ])
    error_message = "the mapping may not put away what it gave up"
  }
}
