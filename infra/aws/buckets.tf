locals {
  buckets = {
    for key in concat(["lake", "state", "archive"], var.on_failure == "s3" ? ["on_failure"] : []) :
    key => "${var.name}-${replace(key, "_", "-")}-${var.account_id}-${local.region}"
  }
  bucket_arns = { for key, name in local.buckets : key => "arn:${local.partition}:s3:::${name}" }

  # What is written once and nobody changes; a version more of it costs nothing until somebody deletes it by mistake. The
  # ledgers in the state change with each batch, so there it costs something, for noncurrent_days. Batches that Lambda gave
  # up are copies of what the broker had.
  versioned = ["lake", "state", "archive"]

  # By bucket: what goes away by itself.
  expiring = {
    lake = {}
    # A late piece completes its event, as long as a batch can be replayed; pieces of events that are in the lake a sweep
    # removes, and halves of updates, below pairs/, nobody else.
    state = merge(var.parked_days == 0 ? {} : { "parked/" = var.parked_days }, {
      "replay-runs/" = 30
      "replays/"     = 90
    })
    archive    = var.archive_days == 0 ? {} : { "" = var.archive_days }
    on_failure = { "" = var.on_failure_days }
  }
}

resource "aws_s3_bucket" "data" {
  for_each = local.buckets

  bucket        = each.value
  force_destroy = var.force_destroy
  tags          = var.tags
}

resource "aws_s3_bucket_public_access_block" "data" {
  for_each = local.buckets

  bucket                  = aws_s3_bucket.data[each.key].id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_ownership_controls" "data" {
  for_each = local.buckets

  bucket = aws_s3_bucket.data[each.key].id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "data" {
  for_each = local.buckets

  bucket = aws_s3_bucket.data[each.key].id

  rule {
    bucket_key_enabled = var.kms_key_arn != null

    apply_server_side_encryption_by_default {
      sse_algorithm     = var.kms_key_arn == null ? "AES256" : "aws:kms"
      kms_master_key_id = var.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_versioning" "data" {
  for_each = { for key, name in local.buckets : key => name if contains(local.versioned, key) }

  bucket = aws_s3_bucket.data[each.key].id

  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_policy" "data" {
  for_each = local.buckets

  bucket = aws_s3_bucket.data[each.key].id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "OnlyWithTls"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:*"
        Resource  = [local.bucket_arns[each.key], "${local.bucket_arns[each.key]}/*"]
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
      {
        Sid       = "OnlyWithTls12"
        Effect    = "Deny"
        Principal = "*"
        Action    = "s3:*"
        Resource  = [local.bucket_arns[each.key], "${local.bucket_arns[each.key]}/*"]
        Condition = { NumericLessThan = { "s3:TlsVersion" = "1.2" } }
      },
    ]
  })

  # S3 refuses two changes of a bucket's openness at once.
  depends_on = [aws_s3_bucket_public_access_block.data]
}

resource "aws_s3_bucket_lifecycle_configuration" "data" {
  for_each = local.buckets

  bucket = aws_s3_bucket.data[each.key].id

  # What a crash left of an upload in parts: nobody sees it, and it is paid for.
  rule {
    id     = "abort-uploads"
    status = "Enabled"

    filter {}

    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }

  dynamic "rule" {
    for_each = contains(local.versioned, each.key) ? [1] : []
    content {
      id     = "forget-old-versions"
      status = "Enabled"

      filter {}

      noncurrent_version_expiration {
        noncurrent_days = var.noncurrent_days
      }

      # Of what a sweep removed nothing but a marker is left then, which listings would have to pass by.
      expiration {
        expired_object_delete_marker = true
      }
    }
  }

  # Each batch overwrites the ledger of its partition, and S3 answers 503 for a key with very many versions.
  dynamic "rule" {
    for_each = each.key == "state" ? ["ledger/"] : []
    content {
      id     = "forget-old-ledgers"
      status = "Enabled"

      filter {
        prefix = rule.value
      }

      noncurrent_version_expiration {
        noncurrent_days           = 1
        newer_noncurrent_versions = 100
      }
    }
  }

  dynamic "rule" {
    for_each = local.expiring[each.key]
    iterator = prefix
    content {
      id     = "expire-${prefix.key == "" ? "all" : trimsuffix(prefix.key, "/")}"
      status = "Enabled"

      filter {
        prefix = prefix.key
      }

      expiration {
        days = prefix.value
      }
    }
  }

  # Rules on old versions are for buckets that have some.
  depends_on = [aws_s3_bucket_versioning.data]
}
