# The settings of the functions. A test of the functions reads the names in this file and compares them with those that
# the code knows, so that a setting which was renamed breaks the build.

locals {
  environment = merge(
    {
      SLUICE_LAKE          = "s3://${local.buckets.lake}"
      SLUICE_STATE         = "s3://${local.buckets.state}"
      SLUICE_ARCHIVE       = "s3://${local.buckets.archive}"
      SLUICE_ARCHIVE_WRITE = tostring(var.archive_write)
      SLUICE_PARTIAL_BATCH = tostring(var.partial_batch)
      SLUICE_BUCKET_OWNER  = var.account_id
      SLUICE_PARKED_TTL    = "${var.parked_report_hours}h"
      SLUICE_PARKED_GRACE  = "${var.parked_grace_hours}h"
    },
    var.on_failure == "s3" ? { SLUICE_ON_FAILURE = "s3://${local.buckets.on_failure}" } : {},
    var.cluster_name == null ? {} : { SLUICE_KAFKA_CLUSTER = var.cluster_name },
    # Lambda's hooks of SnapStart under the names of org.crac, which the functions know.
    var.snap_start ? { JAVA_TOOL_OPTIONS = "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac" } : {},
    var.settings,
  )

  # What users may set by variable "settings".
  free_settings = [
    "SLUICE_CES_ALL_COLUMNS",
    "SLUICE_CES_BINARY",
    "SLUICE_COMPRESSION",
    "SLUICE_DECIMALS",
    "SLUICE_INTEGERS",
    "SLUICE_MAX_COLUMNS",
    "SLUICE_MAX_DEPTH",
    "SLUICE_MAX_EVENT_BYTES",
    "SLUICE_MAX_ITEMS",
    "SLUICE_MAX_NUMBER_LENGTH",
    "SLUICE_MAX_RECORD_BYTES",
    "SLUICE_MAX_SEGMENTS",
    "SLUICE_MAX_VALUE_BYTES",
    "SLUICE_NO_BEFORE",
    "SLUICE_PARTITION",
    "SLUICE_PLAIN_ROWS",
    "SLUICE_SOURCE_ZONE",
    "SLUICE_SPARSE_TOPICS",
  ]
}
