# Who may do what. What the functions themselves do in buckets stands in access.json, by function, bucket and beginning of
# names; a test of the functions records their calls and compares: nothing is missing there, and nothing is too much.

locals {
  access = jsondecode(file("${path.module}/access.json"))

  # A function may use a bucket only if this deployment lets it: batches are archived by choice, and taken back from the
  # on-failure destination if that is a bucket.
  reaches = {
    for function, buckets in local.access : function => {
      for bucket, rights in buckets : bucket => rights
      if contains(keys(local.buckets), bucket) && (bucket != "archive" || function != "changes" || var.archive_write)
    }
  }

  # What only an archiving deployment does.
  archiving = ["s3:PutObject", "s3:AbortMultipartUpload"]

  object_statements = {
    for function, buckets in local.reaches : function => flatten([
      for bucket, rights in buckets : [
        for beginning, actions in rights.objects : {
          Effect   = "Allow"
          Action   = [for action in actions : action if bucket != "archive" || var.archive_write || !contains(local.archiving, action)]
          Resource = "${local.bucket_arns[bucket]}/${beginning}*"
        }
      ]
    ])
  }

  # Without a condition on prefixes: to those who may not list a bucket S3 answers "forbidden" for an object that is not
  # there, and it does not say whether such a condition holds when it decides that. The functions live on "not there".
  bucket_statements = {
    for function, buckets in local.reaches : function => [
      for bucket, rights in buckets : {
        Effect   = "Allow"
        Action   = rights.bucket
        Resource = local.bucket_arns[bucket]
      }
    ]
  }

  kms_statements = var.kms_key_arn == null ? [] : [
    {
      Effect    = "Allow"
      Action    = ["kms:Decrypt", "kms:GenerateDataKey"]
      Resource  = var.kms_key_arn
      Condition = { StringEquals = { "kms:ViaService" = "s3.${local.region}.amazonaws.com" } }
    },
  ]

  log_statements = {
    for function, name in local.function_names : function => [
      {
        Effect   = "Allow"
        Action   = ["logs:CreateLogStream", "logs:PutLogEvents"]
        Resource = "arn:${local.partition}:logs:${local.of_here}:log-group:/aws/lambda/${name}:*"
      },
    ]
  }

  # EC2 knows no narrower resource for most of these.
  vpc_statements = length(var.vpc_subnet_ids) == 0 ? [] : [
    {
      Effect = "Allow"
      Action = [
        "ec2:AssignPrivateIpAddresses",
        "ec2:CreateNetworkInterface",
        "ec2:DeleteNetworkInterface",
        "ec2:DescribeNetworkInterfaces",
        "ec2:DescribeSubnets",
        "ec2:UnassignPrivateIpAddresses",
      ]
      Resource = "*"
    },
  ]

  # What the mapping does as the function's role: sign in to the cluster, read topics, commit, and put away what failed.
  mapping_statements = concat(
    [for statement in local.msk_statements : statement if local.is_msk],
    [for statement in local.msk_iam_statements : statement if local.is_msk && var.kafka_auth == "IAM"],
    [for statement in local.mapping_vpc_statements : statement if local.is_msk || length(var.kafka_subnet_ids) > 0],
    local.secret_statements,
    local.on_failure_statements,
  )

  msk_statements = [
    {
      Effect   = "Allow"
      Action   = ["kafka:DescribeClusterV2", "kafka:GetBootstrapBrokers"]
      Resource = var.msk_cluster_arn
    },
  ]

  msk_name = local.is_msk ? split(":cluster/", var.msk_cluster_arn) : ["", ""]

  msk_iam_statements = [
    {
      Effect   = "Allow"
      Action   = ["kafka-cluster:Connect", "kafka-cluster:DescribeClusterDynamicConfiguration"]
      Resource = var.msk_cluster_arn
    },
    {
      Effect   = "Allow"
      Action   = ["kafka-cluster:DescribeTopic", "kafka-cluster:ReadData"]
      Resource = [for topic in sort(var.topics) : "${local.msk_name[0]}:topic/${local.msk_name[1]}/${topic}"]
    },
    {
      Effect   = "Allow"
      Action   = ["kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup"]
      Resource = [for topic in sort(var.topics) : "${local.msk_name[0]}:group/${local.msk_name[1]}/${local.consumer_groups[topic]}"]
    },
  ]

  mapping_vpc_statements = [
    {
      Effect = "Allow"
      Action = [
        "ec2:CreateNetworkInterface",
        "ec2:DeleteNetworkInterface",
        "ec2:DescribeNetworkInterfaces",
        "ec2:DescribeSecurityGroups",
        "ec2:DescribeSubnets",
        "ec2:DescribeVpcs",
      ]
      Resource = "*"
    },
  ]

  secrets = compact([var.kafka_secret_arn, var.kafka_ca_secret_arn])

  secret_statements = concat(
    length(local.secrets) == 0 ? [] : [
      { Effect = "Allow", Action = ["secretsmanager:GetSecretValue"], Resource = local.secrets },
    ],
    var.kafka_secret_kms_key_arn == null ? [] : [
      {
        Effect    = "Allow"
        Action    = ["kms:Decrypt"]
        Resource  = var.kafka_secret_kms_key_arn
        Condition = { StringEquals = { "kms:ViaService" = "secretsmanager.${local.region}.amazonaws.com" } }
      },
    ],
  )

  # On all of the bucket, which is for nothing else: were Lambda to name objects in another way than today, batches would be
  # lost by a narrower right.
  on_failure_statements = {
    s3 = [
      { Effect = "Allow", Action = ["s3:PutObject"], Resource = "arn:${local.partition}:s3:::${try(local.buckets.on_failure, "")}/*" },
      { Effect = "Allow", Action = ["s3:ListBucket"], Resource = "arn:${local.partition}:s3:::${try(local.buckets.on_failure, "")}" },
    ]
    sqs = [
      { Effect = "Allow", Action = ["sqs:SendMessage"], Resource = local.queue_arns.on_failure },
    ]
    none = []
  }[var.on_failure]

  function_statements = {
    for function in keys(local.functions) : function => concat(
      local.object_statements[function],
      local.bucket_statements[function],
      local.kms_statements,
      local.log_statements[function],
      local.vpc_statements,
      [for statement in local.mapping_statements : statement if function == "changes"],
      [for queue in [local.queue_arns.sweep] : { Effect = "Allow", Action = ["sqs:SendMessage"], Resource = queue } if function == "sweep"],
    )
  }
}

resource "aws_iam_role" "function" {
  for_each = local.functions

  name        = "${local.function_names[each.key]}-${local.region}"
  description = "Sluice: ${each.value.does}"
  tags        = var.tags

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } },
    ]
  })
}

resource "aws_iam_role_policy" "function" {
  for_each = local.functions

  name   = "all"
  role   = aws_iam_role.function[each.key].name
  policy = jsonencode({ Version = "2012-10-17", Statement = local.function_statements[each.key] })
}
