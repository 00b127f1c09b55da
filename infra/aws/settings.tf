# The settings of the functions. A test of the functions reads the names in this file and compares them with those that
# the code knows, so that a setting which was renamed breaks the build.

locals {
  environment = merge(
    {
      SLUICE_LAKE          = "s3://${local.buckets.lake}"
      SLUICE_STATE         = "s3://${local.buckets.state}"
      SLUICE_ARCHIVE       = "s3://${local.buckets.archive}"
      SLUICE_ARCHIVE_WRITE = tostring(var.archive_write)
      SLUICE_PARTIAL_BATCH = tostring(var.partial_batch == "on")
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

  # What users may set by variable "settings", and to what: one of these,
  setting_choices = {
    SLUICE_CES_ALL_COLUMNS = ["true", "false"]
    SLUICE_CES_BINARY      = ["auto", "hex", "base64"]
    SLUICE_COMPRESSION     = ["gzip", "none"]
    SLUICE_DECIMALS        = ["string", "number"]
    SLUICE_INTEGERS        = ["number", "string", "safe"]
    SLUICE_NO_BEFORE       = ["u", "c"]
    SLUICE_PARTITION       = ["day", "hour"]
  }

  # a whole number from 1 to this,
  setting_numbers = {
    SLUICE_MAX_COLUMNS       = 65536
    SLUICE_MAX_DEPTH         = 1000
    SLUICE_MAX_EVENT_BYTES   = 9223372036854775807
    SLUICE_MAX_ITEMS         = 999999
    SLUICE_MAX_NUMBER_LENGTH = 1048576
    SLUICE_MAX_RECORD_BYTES  = 1073741823
    SLUICE_MAX_SEGMENTS      = 999999
    SLUICE_MAX_VALUE_BYTES   = 536870912
  }

  # or parts of this form, with commas between.
  setting_forms = {
    SLUICE_PLAIN_ROWS = {
      part = "^\\s*[^\\s].*=\\s*[^.=]*\\.[^.=]*\\.[^.=]*[^.=\\s]\\s*$"
      like = "orders=shop.dbo.orders"
    }
    SLUICE_SOURCE_ZONE = {
      part = "^(.*=)?\\s*([A-Za-z][A-Za-z0-9~/._+-]*|[+-][0-9:]+)\\s*$"
      like = "shop.*=Europe/Berlin,UTC"
    }
    SLUICE_SPARSE_TOPICS = {
      part = "^\\s*[A-Za-z0-9._*?-]+\\s*$"
      like = "compacted.*,orders"
    }
  }

  free_settings = sort(concat(keys(local.setting_choices), keys(local.setting_numbers), keys(local.setting_forms)))
}
