// Rules for a plan, as `terraform show -json` prints it: what would be made, however the files say so.
//
//   node plan-rules.mjs <name of the example> <plan.json>
import { readFileSync } from "node:fs";

const [example, file] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(file, "utf8"));
const broken = [];
let looked = 0;

function rule(holds, sentence) {
  looked++;
  if (!holds) broken.push(sentence);
}

const resources = [];
(function collect(module) {
  resources.push(...(module.resources ?? []));
  (module.child_modules ?? []).forEach(collect);
})(plan.planned_values.root_module);

const all = (type) => resources.filter((one) => one.type === type && one.mode === "managed");
const some = (type) => {
  const found = all(type);
  rule(found.length > 0, `there is no ${type}`);
  return found;
};
const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

// Buckets. What belongs to a bucket has its key.
for (const bucket of some("aws_s3_bucket")) {
  const of = (type) => all(type).find((one) => one.index === bucket.index)?.values;
  const name = bucket.values.bucket;
  rule(bucket.values.force_destroy === false, `${name}: terraform destroy would delete what is in it`);

  const block = of("aws_s3_bucket_public_access_block");
  rule(
    ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"].every((flag) => block?.[flag]),
    `${name}: may become public`,
  );
  rule(
    of("aws_s3_bucket_ownership_controls")?.rule[0].object_ownership === "BucketOwnerEnforced",
    `${name}: has ACLs`,
  );
  const encryption = of("aws_s3_bucket_server_side_encryption_configuration")?.rule[0].apply_server_side_encryption_by_default[0];
  rule(
    example === "self-managed"
      ? encryption?.sse_algorithm === "aws:kms" && encryption.kms_master_key_id !== ""
      : encryption?.sse_algorithm === "AES256",
    `${name}: is not encrypted as it should be`,
  );
  const statements = JSON.parse(of("aws_s3_bucket_policy")?.policy ?? '{"Statement":[]}').Statement;
  rule(
    statements.some((one) => one.Effect === "Deny" && one.Principal === "*" && one.Condition?.Bool?.["aws:SecureTransport"] === "false"),
    `${name}: answers without TLS`,
  );
  rule(
    statements.some((one) => one.Effect === "Deny" && one.Condition?.NumericLessThan?.["s3:TlsVersion"] === "1.2"),
    `${name}: answers with an old TLS`,
  );
  rule(statements.every((one) => one.Effect === "Deny"), `${name}: its policy lets somebody in`);
  const rules = of("aws_s3_bucket_lifecycle_configuration")?.rule ?? [];
  rule(
    rules.some((one) => one.status === "Enabled" && one.abort_incomplete_multipart_upload.length > 0),
    `${name}: keeps what crashes left of uploads`,
  );
}

// Rights.
for (const policy of some("aws_iam_role_policy")) {
  const where = policy.address;
  rule(typeof policy.values.policy === "string", `${where}: nobody knows before it is made what it lets do`);
  for (const one of JSON.parse(policy.values.policy ?? '{"Statement":[]}').Statement) {
    const actions = list(one.Action);
    const places = list(one.Resource);
    rule(one.Effect === "Allow" && actions.length > 0 && places.length > 0, `${where}: a statement says nothing`);
    rule(!actions.some((action) => action.includes("*")), `${where}: ${actions} has a wildcard`);
    rule(
      !places.includes("*") || actions.every((action) => /^(ec2|logs):/.test(action)),
      `${where}: ${actions} on everything`,
    );
    rule(
      !actions.some((action) => /^(iam|s3:PutBucket|s3:DeleteBucket|sts|kafka-cluster:(Write|Create|Alter(?!Group)|Delete))/.test(action)),
      `${where}: ${actions} is none of a function's business`,
    );
    rule(
      !actions.includes("s3:DeleteObject") || places.every((place) => /-state-.*\/(parked|pairs)\/\*$/.test(place)),
      `${where}: may delete in ${places}`,
    );
    rule(!places.some((place) => /^arn:[a-z-]+:s3:::\*?\/?\*?$/.test(place)), `${where}: ${actions} on every bucket`);
  }
}
for (const role of some("aws_iam_role")) {
  for (const one of JSON.parse(role.values.assume_role_policy).Statement) {
    rule(list(one.Principal?.Service).length === 1 && !one.Principal.AWS, `${role.address}: somebody else may take it`);
  }
}

// Functions and what calls them.
const functions = some("aws_lambda_function");
rule(functions.length === 4, "there are not four functions");
for (const { values } of functions) {
  rule(values.timeout <= 840 && values.timeout >= 150, `${values.function_name}: its timeout is none for Kafka`);
  rule(values.publish === true, `${values.function_name}: publishes no versions`);
  rule(values.snap_start[0]?.apply_on === "PublishedVersions", `${values.function_name}: starts from no snapshot`);
  rule(
    Object.entries(values.environment[0].variables).every(([name, value]) => !/SECRET|PASSWORD|TOKEN|_KEY$/.test(name) && !/AKIA|SharedAccessKey/.test(value)),
    `${values.function_name}: a secret stands in its environment`,
  );
}
const module = plan.configuration.root_module.module_calls.sluice.module;
const written = (address) => module.resources.find((one) => one.address === address)?.expressions;
rule(
  written("aws_lambda_event_source_mapping.topic")?.function_name.references.some((one) => one.startsWith("aws_lambda_alias.live")),
  "mappings call something else than the alias",
);
rule(
  written("aws_scheduler_schedule.sweep")?.target[0].arn.references.some((one) => one.startsWith("aws_lambda_alias.live")),
  "the schedule calls something else than the alias",
);

const partial = functions.find((one) => one.index === "changes").values.environment[0].variables.SLUICE_PARTIAL_BATCH === "true";
for (const { values, address } of some("aws_lambda_event_source_mapping")) {
  const answers = list(values.function_response_types ?? []).includes("ReportBatchItemFailures");
  rule(answers || !partial, `${address}: the mapping takes partial answers of the handler for successes`);
  rule(!answers || values.provisioned_poller_config.length === 1, `${address}: partial answers without pollers`);
  rule(values.topics.length === 1, `${address}: Lambda takes one topic per mapping`);
  rule(values.destination_config.length === 1, `${address}: what Lambda gives up is kept nowhere`);
  rule(
    values.provisioned_poller_config.length === 0 || values.maximum_retry_attempts > 10,
    `${address}: with pollers and a destination AWS gives up after 10 retries`,
  );
  const access = values.source_access_configuration.map((one) => one.type);
  rule(
    example === "msk" ? access.length === 0 : access.some((type) => /^(SASL_|BASIC_)/.test(type)),
    `${address}: signs in with ${access}`,
  );
}
rule(example !== "msk" || partial, "the example of MSK shows no partial answers");

for (const { values, address } of some("aws_sqs_queue")) {
  rule(values.sqs_managed_sse_enabled === true, `${address}: is not encrypted`);
}
for (const { values, address } of some("aws_sfn_state_machine")) {
  const definition = JSON.parse(values.definition);
  rule(definition.StartAt in definition.States, `${address}: begins nowhere`);
  rule(!values.definition.includes("${"), `${address}: a placeholder was left`);
}
for (const { values, address } of some("aws_cloudwatch_metric_alarm")) {
  rule(list(values.alarm_actions).length === 1, `${address}: tells nobody`);
  rule((values.alarm_description ?? "").length > 20, `${address}: does not say what to do`);
}
for (const { values, address } of some("aws_cloudwatch_log_group")) {
  rule(values.retention_in_days > 0, `${address}: keeps logs for ever`);
}
for (const { values } of some("aws_cloudwatch_dashboard")) {
  const { widgets } = JSON.parse(values.dashboard_body);
  rule(widgets.length > 10, "the dashboard is empty");
  for (const { properties } of widgets) {
    const metrics = properties.metrics;
    rule(
      metrics.length > 0 && metrics.every((one) => Array.isArray(one) && (one.length === 1 ? one[0].expression : one.length >= 4)),
      `the dashboard shows nothing under "${properties.title}"`,
    );
  }
}

rule(looked > 200, "hardly anything was looked at");
broken.forEach((sentence) => console.error(`plan of ${example}: ${sentence}`));
console.log(`plan of ${example}: ${resources.length} resources, ${looked} rules, ${broken.length} broken`);
process.exit(broken.length === 0 ? 0 : 1);
