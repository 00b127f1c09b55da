package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.azure.bicep.BicepFile;
import dev.sluice.azure.bicep.BicepFile.Resource;
import dev.sluice.azure.bicep.Evaluation;
import dev.sluice.azure.bicep.Finding;
import dev.sluice.azure.bicep.Form;
import dev.sluice.azure.bicep.Posture;
import dev.sluice.azure.bicep.References;
import dev.sluice.azure.bicep.Syntax;
import dev.sluice.azure.bicep.TypeCheck;
import dev.sluice.azure.bicep.TypeData;
import dev.sluice.azure.bicep.Value;
import dev.sluice.azure.bicep.Value.Arr;
import dev.sluice.azure.bicep.Value.Obj;
import dev.sluice.azure.bicep.Value.Text;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.SweepSummary;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The templates: what can be told of them without an account, and that they and the code say the same. */
class InfraIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CORE = Path.of("../shared-core/src/main/java/dev/sluice");
    private static final Path OURS = Path.of("src/main/java/dev/sluice/azure");
    private static final Path FUNCTIONS = Path.of("src/test/resources/functions/expected");
    /** Keys are never deployed, and the last one is the launcher's. */
    private static final Set<String> NOT_DEPLOYED = Set.of(BlobAccess.KEY, BlobAccess.ALLOW_KEY, "SLUICE_DEBUG");

    private static List<BicepFile> files;

    @BeforeAll
    static void read() throws Exception {
        files = Infra.all();
    }

    private static BicepFile file(String name) {
        return Infra.named(files, name);
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.groupCount() == 0 ? result.group() : result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    @Test
    void everyFileIsBicep() {
        assertThat(files).hasSizeGreaterThan(9);
        assertThat(files.stream().flatMap(file -> Form.check(file).stream())).isEmpty();
    }

    @Test
    void everyPropertyIsOneThatAzureKnows() throws Exception {
        TypeData types = TypeData.in(Infra.TYPES);
        TypeCheck check = new TypeCheck(types);
        files.forEach(check::check);

        assertThat(check.findings()).isEmpty();
        assertThat(check.properties()).isGreaterThan(300);
        assertThat(check.unchecked())
                .as("there is no data for it; two lines, read by eye")
                .containsExactly("Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01");
        assertThat(check.used()).as("no data that nobody needs").containsExactlyInAnyOrderElementsOf(types.names());
    }

    @Test
    void everyNameIsDeclaredAndUsedAndModulesGetWhatTheyTake() {
        assertThat(files.stream().flatMap(file -> References.check(file, files).stream()))
                .isEmpty();
        assertThat(file("main.bicep").modules()).hasSizeGreaterThan(7);
    }

    @Test
    void nobodySignsInWithAKeyAndNoSecretLeaves() {
        assertThat(files.stream().flatMap(file -> Posture.check(file).stream()).map(Finding::toString))
                .isEmpty();
    }

    /** A template without resources would pass all of these. */
    @Test
    void thereIsWhatThereHasToBe() {
        Map<String, Long> types = files.stream()
                .flatMap(file -> file.resources().stream())
                .filter(resource -> !resource.existing())
                .collect(Collectors.groupingBy(Resource::type, TreeMap::new, Collectors.counting()));

        assertThat(types)
                .containsEntry("Microsoft.Storage/storageAccounts", 3L)
                .containsEntry("Microsoft.Storage/storageAccounts/blobServices/containers", 4L)
                .containsEntry("Microsoft.Storage/storageAccounts/managementPolicies", 2L)
                .containsEntry("Microsoft.Insights/scheduledQueryRules", 1L)
                .containsEntry("Microsoft.Insights/metricAlerts", 1L)
                .containsEntry("Microsoft.Insights/actionGroups", 1L)
                .containsEntry("Microsoft.Insights/workbooks", 1L)
                .containsEntry("Microsoft.Web/sites", 1L)
                .containsEntry("Microsoft.Web/sites/basicPublishingCredentialsPolicies", 1L)
                .containsEntry("Microsoft.EventHub/namespaces/eventhubs/consumergroups", 1L)
                .containsEntry("Microsoft.ManagedIdentity/userAssignedIdentities", 2L)
                .containsEntry("Microsoft.Network/privateEndpoints", 1L);
    }

    @Test
    void theLakeHasAHierarchicalNamespaceAndTheAppRunsOnJava21() {
        assertThat(written("storage.bicep", "lake", "properties.isHnsEnabled")).isEqualTo("true");
        assertThat(written("functions.bicep", "plan", "sku.name")).isEqualTo("FC1");
        assertThat(written("functions.bicep", "app", "kind")).isEqualTo("functionapp,linux");
        assertThat(written("functions.bicep", "app", "properties.functionAppConfig.runtime.name"))
                .isEqualTo("java");
        assertThat(written("functions.bicep", "app", "properties.functionAppConfig.runtime.version"))
                .isEqualTo("21");
    }

    /** A ledger is written anew with each batch, and what soft delete keeps is paid for. */
    @Test
    void theLakeCanBeUndeletedAndOfTheStateNoVersionsAreKept() {
        String enabled = "properties.deleteRetentionPolicy.enabled";

        assertThat(written("storage.bicep", "lakeBlobs", enabled)).isEqualTo("true");
        assertThat(written("storage.bicep", "stateBlobs", enabled)).isEqualTo("false");
        assertThat(written("storage.bicep", "stateBlobs", "properties.containerDeleteRetentionPolicy.enabled"))
                .isEqualTo("true");
    }

    private static String written(String file, String symbol, String path) {
        Optional<Value> value = Optional.of(resource(file, symbol).body());
        for (String name : path.split("\\.", -1)) {
            value = value.flatMap(object -> ((Obj) object).get(name));
        }
        Value found = value.orElseThrow();
        return found instanceof Text text ? text.text() : ((Value.Plain) found).text();
    }

    private static Resource resource(String file, String symbol) {
        return file(file).resources().stream()
                .filter(found -> found.symbol().equals(symbol))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void parametersSayWhatTheyAreForAndWhichValuesTheyTake() {
        assertThat(file("main.bicep").params()).hasSizeGreaterThan(30).allSatisfy(param -> {
            assertThat(param.decorators()).as(param.name()).containsKey("description");
            if (param.type().equals("string")) {
                assertThat(param.decorators().keySet())
                        .as(param.name())
                        .containsAnyOf("allowed", "minLength", "maxLength");
            }
            if (param.type().equals("int") && !param.decorators().containsKey("allowed")) {
                assertThat(param.decorators()).as(param.name()).containsKeys("minValue", "maxValue");
            }
        });
    }

    @Test
    void whatAModuleAsksForHasTheSameBoundsAsInTheMainFile() {
        Map<String, BicepFile.Param> main =
                file("main.bicep").params().stream().collect(Collectors.toMap(BicepFile.Param::name, param -> param));
        int compared = 0;
        for (BicepFile module : files) {
            for (BicepFile.Param param : module.params()) {
                BicepFile.Param outer = main.get(param.name());
                if (outer != null && !module.name().equals("main.bicep")) {
                    assertThat(outer.type()).as(param.name()).isEqualTo(param.type());
                    for (String bound : List.of("minValue", "maxValue", "allowed")) {
                        if (param.decorators().containsKey(bound)) {
                            assertThat(written(outer, bound)).as(param.name()).isEqualTo(written(param, bound));
                        }
                    }
                    compared++;
                }
            }
        }

        assertThat(compared).isGreaterThan(20);
    }

    private static List<String> written(BicepFile.Param param, String bound) {
        return param.decorators().getOrDefault(bound, List.of()).stream()
                .map(value -> value.toString().replaceAll("line=\\d+", ""))
                .toList();
    }

    @Test
    void theParameterFileSetsParametersThatThereAre() {
        Map<String, Value> set = file("main.bicepparam").variables();
        Set<String> there =
                file("main.bicep").params().stream().map(BicepFile.Param::name).collect(Collectors.toSet());
        Set<String> needed = file("main.bicep").params().stream()
                .filter(BicepFile.Param::isNeeded)
                .map(BicepFile.Param::name)
                .collect(Collectors.toSet());

        assertThat(there).containsAll(set.keySet());
        assertThat(needed).containsExactlyInAnyOrder("namePrefix", "producer", "alertEmails");
        assertThat(set.keySet()).containsAll(needed);
    }

    @Test
    void everyParameterIsInTheGuide() throws Exception {
        String guide = text(Infra.FOLDER.resolve("README.md"));

        for (BicepFile.Param param : file("main.bicep").params()) {
            String row = guide.lines()
                    .filter(line -> line.startsWith("| `" + param.name() + "` | "))
                    .findFirst()
                    .orElse("none");
            assertThat(row)
                    .as(param.name())
                    .endsWith(" | "
                            + ((Text) param.decorators().get("description").get(0)).text() + " |");
            if (!param.values().isEmpty() && param.values().get(0) instanceof Value.Plain value) {
                assertThat(row).startsWith("| `" + param.name() + "` | `" + value.text() + "` |");
            }
        }
        assertThat(matches("\\| `([a-z]\\w+)` \\|", guide))
                .containsAll(file("main.bicep").params().stream()
                        .map(BicepFile.Param::name)
                        .toList());
        assertThat(matches("\\| `([a-z]\\w+)` \\|", guide))
                .as("parameters and outputs")
                .isSubsetOf(Stream.concat(
                                file("main.bicep").params().stream().map(BicepFile.Param::name),
                                file("main.bicep").outputs().stream().map(BicepFile.Output::name))
                        .collect(Collectors.toSet()));
    }

    @Test
    void filesThatAreLoadedAreThereAndAreJson() throws Exception {
        Set<String> loaded = files.stream()
                .flatMap(file -> matches(
                        "load(?:Text|Json)Content\\('([^']+)'\\)", file.root().source())
                        .stream())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(loaded).containsExactly("../roles.json", "../workbook.json");
        for (String name : loaded) {
            assertThat(JSON.readTree(
                            Infra.FOLDER.resolve("modules").resolve(name).toFile()))
                    .isNotEmpty();
        }
        assertThat(Infra.json()).hasSameSizeAs(loaded);
    }

    /** Both ways: a setting that the code has under another name, or has no longer, or has anew. */
    @Test
    void settingsAreThoseOfTheCode() throws Exception {
        Set<String> code = new TreeSet<>();
        for (Path source : List.of(
                CORE.resolve("pipeline/Settings.java"),
                OURS.resolve("AppSettings.java"),
                OURS.resolve("BlobAccess.java"))) {
            code.addAll(matches("\"(SLUICE_[A-Z_]+)\"", text(source)));
        }
        assertThat(code).contains("SLUICE_LAKE", "SLUICE_DECIMALS", BlobAccess.KEY);
        for (JsonNode function : functions().values()) {
            function.findValuesAsText("connection").forEach(code::add);
            matches("%(\\w+)%", function.toString())
                    .forEach(name -> assertThat(code).contains(name));
        }
        code.removeAll(NOT_DEPLOYED);

        Set<String> deployed = Stream.concat(appSettings().keySet().stream(), lineSettings().keySet().stream())
                .filter(name -> name.startsWith("SLUICE_"))
                .map(name -> name.replaceFirst("__.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(deployed).containsExactlyElementsOf(code);
    }

    @Test
    void connectionsAreIdentities() {
        for (String connection : List.of("AzureWebJobsStorage", "SLUICE_EVENTS", ReplayMessage.CONNECTION)) {
            assertThat(appSettings().keySet())
                    .contains(connection + "__credential", connection + "__clientId")
                    .doesNotContain(connection);
            assertThat(appSettings().get(connection + "__credential"))
                    .as(connection)
                    .isEqualTo(Optional.of("managedidentity"));
        }
        assertThat(appSettings().keySet())
                .contains(
                        "AZURE_CLIENT_ID",
                        "SLUICE_EVENTS__fullyQualifiedNamespace",
                        ReplayMessage.CONNECTION + "__queueServiceUri",
                        "AzureWebJobsStorage__blobServiceUri",
                        "APPLICATIONINSIGHTS_ENABLE_AGENT");
        assertThat(appSettings().get("APPLICATIONINSIGHTS_AUTHENTICATION_STRING"))
                .isEmpty();
    }

    /** What the type of the settings allows, the app reads. */
    @Test
    void valuesThatTheTemplateAllowsAreThoseThatTheAppReads() {
        int read = 0;
        for (Map.Entry<String, List<String>> setting : lineSettings().entrySet()) {
            for (String value : setting.getValue()) {
                Map<String, String> environment =
                        new HashMap<>(Map.of("SLUICE_LAKE", "/lake", "SLUICE_STATE", "/state"));
                environment.put(setting.getKey(), value);
                assertThat(AppSettings.of(environment).lake())
                        .as(setting.toString())
                        .isNotNull();
                read++;
            }
        }
        assertThat(read).isGreaterThan(12);
    }

    /** Names of app settings with their text, where it is written out. */
    private static Map<String, Optional<String>> appSettings() {
        BicepFile file = file("functions.bicep");
        Map<String, Optional<String>> settings = new TreeMap<>();
        file.objects(((Obj) resource("functions.bicep", "appSettings").body())
                        .get("properties")
                        .orElseThrow())
                .flatMap(object -> object.entries().stream())
                .forEach(entry -> settings.put(
                        entry.key().orElseThrow(),
                        entry.value() instanceof Text text ? Optional.of(text.text()) : Optional.empty()));
        return settings;
    }

    /** Names of settings that users choose, with the values that the type allows, if it tells them. */
    private static Map<String, List<String>> lineSettings() {
        Syntax type = file("types.bicep")
                .root()
                .all()
                .filter(node ->
                        node.type().equals("type_declaration") && node.source().startsWith("typesluiceSettings="))
                .findFirst()
                .orElseThrow();
        Map<String, List<String>> settings = new TreeMap<>();
        type.all()
                .filter(node -> node.type().equals("object_property"))
                .forEach(property -> settings.put(
                        property.children().get(0).source(), List.copyOf(matches("'([^']+)'", property.source()))));
        return settings;
    }

    private static Map<String, JsonNode> functions() throws IOException {
        Map<String, JsonNode> functions = new TreeMap<>();
        try (Stream<Path> found = Files.list(FUNCTIONS)) {
            for (Path file : (Iterable<Path>) found::iterator) {
                functions.put(file.getFileName().toString().replace(".json", ""), JSON.readTree(file.toFile()));
            }
        }
        return functions;
    }

    @Test
    void functionsAreSwitchedOffAndKeptReadyByTheirNames() throws Exception {
        Set<String> off = appSettings().keySet().stream()
                .flatMap(name -> matches("^AzureWebJobs\\.(\\w+)\\.Disabled$", name).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> replays = functions().keySet().stream()
                .filter(name -> name.startsWith("Replay"))
                .collect(Collectors.toSet());

        assertThat(replays).hasSize(4);
        assertThat(off).containsAll(replays).contains("KafkaChangeFeed").hasSize(5);
        assertThat(functions().keySet()).containsAll(off);
        assertThat(matches("'function:(\\w+)'", file("functions.bicep").root().source()))
                .hasSize(1)
                .isSubsetOf(functions().keySet());
    }

    @Test
    void queuesAreThoseOfTheFunctions() throws Exception {
        Set<String> named = functions().values().stream()
                .flatMap(function -> function.findValuesAsText("queueName").stream())
                .collect(Collectors.toSet());

        assertThat(named).containsExactlyInAnyOrder(ReplayMessage.QUEUE, ReplayMessage.POISON_QUEUE);
        assertThat(texts(file("storage.bicep").variable("queues").orElseThrow()))
                .containsExactlyInAnyOrderElementsOf(named);
        assertThat(matches(
                        "'(sluice-replays[\\w-]*)'",
                        file("storage-roles.bicep").root().source()))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    private static List<String> texts(Value list) {
        return ((Arr) list).items().stream().map(item -> ((Text) item).text()).toList();
    }

    @Test
    void lifecycleRulesAreForContainersThatThereAreAndSpareTheLedger() {
        Set<String> containers = file("storage.bicep").resources().stream()
                .filter(resource -> resource.type().endsWith("/containers"))
                .map(resource -> ((Text) ((Obj) resource.body()).get("name").orElseThrow()).text())
                .collect(Collectors.toSet());
        Set<String> prefixes = matches(
                "prefixMatch:\\['([^']+)']", file("storage.bicep").root().source());

        assertThat(containers).containsExactlyInAnyOrder("packages", "lake", "state", "archive");
        assertThat(prefixes).containsExactly("archive/", "lake/", "state/parked/", "state/replays/");
        assertThat(file("storage.bicep").root().source())
                .as("parked pieces are kept for ever, if nothing else is said")
                .contains("parkedRetentionDays==0?[]:[");
        assertThat(prefixes).allSatisfy(prefix -> assertThat(containers).contains(prefix.split("/", -1)[0]));
    }

    /** Both ways: an alert on what nobody sends never fires, and a number that is nowhere to be seen is of no use. */
    @Test
    void metricsAreThoseThatTheCodeSends() throws Exception {
        String pattern = "'(sluice\\.[a-z]+(?:\\.[a-z]+)*)'";
        Set<String> sent = sentMetrics();
        Set<String> alerts =
                matches(pattern, String.join("\n", file("alerts.bicep").texts().toList()));
        Set<String> dashboard = matches(pattern, text(Infra.FOLDER.resolve("workbook.json")));

        assertThat(sent).hasSizeGreaterThan(15);
        assertThat(alerts).isSubsetOf(sent);
        assertThat(dashboard).isEqualTo(sent);
    }

    private static Set<String> sentMetrics() {
        InMemoryMetricReader reader = InMemoryMetricReader.create();
        Telemetry telemetry = new Telemetry(
                SdkMeterProvider.builder().registerMetricReader(reader).build().get("dev.sluice"));
        telemetry.record(new BatchSummary(
                new StreamPartition("hr", 3, "ns/hr"),
                1,
                9,
                9,
                900,
                new BatchReport.Counts(5, 1, 0, 1, 2),
                Map.of("bad_json", 2),
                1,
                Duration.ofSeconds(3),
                Duration.ofMillis(40)));
        telemetry.record(new SweepSummary(Map.of(), 0, Duration.ofMinutes(2)));
        telemetry.recordFailure();
        telemetry.recordFailedReplay();
        return reader.collectAllMetrics().stream()
                .map(MetricData::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void thereIsAnAlertForEachReasonToLook() throws Exception {
        Map<String, String> queries = new TreeMap<>();
        for (Value rule : ((Arr) file("alerts.bicep").variable("rules").orElseThrow()).items()) {
            Obj object = (Obj) rule;
            queries.put(
                    ((Text) object.get("name").orElseThrow()).text(),
                    object.get("query").orElseThrow().toString());
        }

        Map<String, String> wanted = Map.of(
                "lag", "sluice.lag",
                "holes", "sluice.holes",
                "quarantine", "sluice.items.quarantined",
                "parked-age", "sluice.parked.age",
                "parked-reported", "sluice.parked.reported",
                "retries", "sluice.batches.failed",
                "replays", "sluice.replays.failed",
                "sweeps", "'Sweep'",
                "silence", "sluice.records",
                "calls", "AppRequests");
        assertThat(queries).containsOnlyKeys(wanted.keySet());
        wanted.forEach((name, metric) -> assertThat(queries.get(name)).contains(metric));
        assertThat(matches("AppRequests\\s+\\| where Name == '(\\w+)'", String.join("\n", queries.values())))
                .hasSize(1)
                .isSubsetOf(functions().keySet());
        assertThat(queries.values())
                .allSatisfy(query -> assertThat(query)
                        .contains("value = ")
                        .as("a row may stand for several")
                        .doesNotContain("count"));
    }

    @Test
    void theWorkbookHasQueriesOnTablesThatFunctionsFill() throws Exception {
        JsonNode workbook = JSON.readTree(Infra.FOLDER.resolve("workbook.json").toFile());
        List<String> queries = workbook.findValuesAsText("query");

        assertThat(workbook.get("version").asText()).isEqualTo("Notebook/1.0");
        assertThat(queries).hasSizeGreaterThan(10);
        assertThat(queries)
                .allSatisfy(query -> assertThat(query)
                        .matches(Pattern.compile(
                                "(AppMetrics|AppRequests|AppTraces|AzureMetrics)\n.*", Pattern.DOTALL)));
        assertThat(workbook.at("/fallbackResourceIds/0").asText()).isEqualTo("WORKSPACE");
    }

    /** The conditions are worked out here as Bicep would: each wrong combination is told by its own sentence, and by no other. */
    @Test
    void parametersThatDoNotGoTogetherAreToldWithWhatToSet() {
        Map<String, Object> right = defaults();
        right.putAll(Map.of(
                "namePrefix",
                "sluice",
                "producer",
                "ces",
                "location",
                "westeurope",
                "alertEmails",
                List.of("data-team@example.com"),
                "kafka",
                Map.of()));
        List<Map<String, Object>> wrong = List.of(
                Map.of("namePrefix", "Sluice"),
                Map.of("namePrefix", "1sluic"),
                Map.of("producer", "ces", "eventHubsPublicAccess", false, "privateNetwork", true),
                Map.of("producer", "other", "eventHubsPublicAccess", false),
                Map.of("appPublicAccess", false),
                Map.of("retentionHours", 169L),
                Map.of("partitionCount", 33L),
                Map.of("eventHubsSku", "Premium"),
                Map.of("eventHubsSku", "Premium", "eventHubsMaxCapacity", 0L, "eventHubsCapacity", 3L),
                Map.of("eventHubsCapacity", 5L),
                Map.of("archiveRetentionDays", 7L, "archiveCoolDays", 0L),
                Map.of("archiveRetentionDays", 30L),
                Map.of("parkedRetentionDays", 180L),
                Map.of("parkedRetentionDays", 3650L, "archiveRetentionDays", 0L),
                Map.of("archiveRetentionDays", 180L, "parkedRetentionDays", 180L),
                Map.of("archive", "none", "parkedRetentionDays", 29L),
                Map.of(
                        "archive",
                        "none",
                        "eventHubsSku",
                        "Premium",
                        "eventHubsMaxCapacity",
                        0L,
                        "retentionHours",
                        2160L,
                        "parkedRetentionDays",
                        90L),
                Map.of("producerPrincipalId", "sql-server"),
                Map.of("producerPrincipalId", "x0000000-0000-0000-0000-000000000000"),
                Map.of("operators", List.of(Map.of("id", "somebody@example.com, somebody@example.com"))),
                Map.of("lakeReaders", List.of(Map.of("id", "00000000000000000000000000000000000000"))),
                Map.of("location", "west-europe"),
                Map.of("hubName", "my changes"),
                Map.of("hubName", "-changes"),
                Map.of("hubName", "changes."),
                Map.of("consumerGroup", "$Default"),
                Map.of("consumerGroup", "sluice/one"),
                Map.of("alertEmails", List.of("team@example.com", "team")),
                Map.of("alertEmails", List.of("Data team <team@example.com>")),
                Map.of("alertEmails", List.of("team@example.com;other@example.com")),
                Map.of("alertEmails", List.of("team@localhost")),
                Map.of("addressPrefix", "10.80.0.0"),
                Map.of("addressPrefix", "10.80.0/24"),
                Map.of("addressPrefix", "10.80.0.256/24"),
                Map.of("addressPrefix", "10.80.0.0/26"),
                Map.of("addressPrefix", "10.80.0.1/24"),
                Map.of("addressPrefix", "10.80.1.0/16"),
                Map.of("kafka", kafka("brokers", "b1.example.com")),
                Map.of("kafka", kafka("brokers", "b1:9093, b2:9093")),
                Map.of("kafka", kafka("brokers", "b1:9093,")),
                Map.of("kafka", kafka("brokers", "SASL_SSL://b1:9093")),
                Map.of("kafka", kafka("topic", "my topic")),
                Map.of("kafka", kafka("cluster", "")),
                Map.of("kafka", kafka("user", "my user")),
                Map.of("kafka", kafka("keyVault", "https://x.vault")),
                Map.of("kafka", kafka("passwordSecret", "pass_word")),
                Map.of("settings", Map.of("SLUICE_STREAM", " ")),
                Map.of("settings", Map.of("SLUICE_TIME_LIMIT", "8m")),
                Map.of("settings", Map.of("SLUICE_TIME_LIMIT", "480")),
                Map.of("settings", Map.of("SLUICE_TIME_LIMIT", "0s")),
                Map.of("settings", Map.of("SLUICE_PARKED_TTL", "12")),
                Map.of("settings", Map.of("SLUICE_PARKED_TTL", "d")),
                Map.of("settings", Map.of("SLUICE_PARKED_GRACE", "-1h")),
                Map.of("settings", Map.of("SLUICE_SOURCE_ZONE", "")),
                Map.of("settings", Map.of("SLUICE_SOURCE_ZONE", "Europe Berlin")),
                Map.of("settings", Map.of("SLUICE_PLAIN_ROWS", "orders=db.table")),
                Map.of("settings", Map.of("SLUICE_PLAIN_ROWS", "=db.schema.table")),
                Map.of("settings", Map.of("SLUICE_PLAIN_ROWS", "db.schema.table")),
                Map.of("settings", Map.of("SLUICE_SPARSE_TOPICS", "a,,b")),
                Map.of("settings", Map.of("SLUICE_SPARSE_TOPICS", "a/b")),
                Map.of("settings", Map.of("SLUICE_MAX_DEPTH", "1001")),
                Map.of("settings", Map.of("SLUICE_MAX_DEPTH", "0")),
                Map.of("settings", Map.of("SLUICE_MAX_ITEMS", "many")),
                Map.of("settings", Map.of("SLUICE_MAX_ITEMS", "")),
                Map.of("settings", Map.of("SLUICE_MAX_EVENT_BYTES", "9999999999999999999")));
        Set<String> told = new TreeSet<>();

        assertThat(problems(right)).isEmpty();
        for (Map<String, Object> change : wrong) {
            Map<String, Object> parameters = new HashMap<>(right);
            parameters.putAll(change);
            List<String> problems = problems(parameters);
            assertThat(problems).as(change.toString()).hasSize(1);
            assertThat(problems.get(0)).matches("\\w+: (set|use|give) .*\\.");
            assertThat(right)
                    .containsKey(problems.get(0).substring(0, problems.get(0).indexOf(':')));
            told.addAll(problems);
        }
        assertThat(told).hasSize((int) conditions().count());
        for (Map<String, Object> change : ALL_RIGHT) {
            assertThat(problems(with(right, change))).as(change.toString()).isEmpty();
        }
        assertThat(problems(Map.copyOf(
                        with(right, Map.of("producer", "other", "privateNetwork", true, "appPublicAccess", false)))))
                .isEmpty();
        assertThat(file("main.bicep").variable("prefix").orElseThrow().toString())
                .contains("fail");
    }

    private static final List<Map<String, Object>> ALL_RIGHT = List.of(
            Map.of("archiveRetentionDays", 180L, "parkedRetentionDays", 181L),
            Map.of("archiveRetentionDays", 180L),
            Map.of("archive", "none", "parkedRetentionDays", 30L),
            Map.of("location", "West Europe", "hubName", "Sales.CDC_1", "consumerGroup", "s"),
            Map.of("addressPrefix", "10.80.0.128/25", "alertEmails", List.of("a.b+c@x-y.example.com")),
            Map.of("addressPrefix", "192.168.0.0/16"),
            Map.of(
                    "producerPrincipalId",
                    "01234567-89AB-cdef-0123-456789abcdef",
                    "operators",
                    List.of(Map.of("id", "01234567-89AB-cdef-0123-456789abcdef"))),
            Map.of("kafka", kafka("brokers", "b1.example.com:9093,10.0.0.4:19092")),
            Map.of(
                    "settings",
                    Map.of(
                            "SLUICE_STREAM",
                            "hr changes",
                            "SLUICE_TIME_LIMIT",
                            "90s",
                            "SLUICE_PARKED_TTL",
                            "PT1H30M",
                            "SLUICE_PARKED_GRACE",
                            "7D",
                            "SLUICE_SOURCE_ZONE",
                            "shop.*=America/Argentina/Buenos_Aires, +05:30",
                            "SLUICE_PLAIN_ROWS",
                            "or*=..t, x=a.b.c",
                            "SLUICE_SPARSE_TOPICS",
                            "db.*, x?_y-1",
                            "SLUICE_MAX_EVENT_BYTES",
                            "1")));

    private static Map<String, Object> kafka(String name, String value) {
        Map<String, Object> source = new HashMap<>(Map.of(
                "brokers",
                "b1.example.com:9093",
                "topic",
                "changes",
                "consumerGroup",
                "sluice",
                "user",
                "$ConnectionString",
                "keyVault",
                "vault-1",
                "passwordSecret",
                "kafka-password"));
        source.put(name, value);
        return source;
    }

    /** What the template refuses and takes as settings, the app does too. */
    @Test
    void settingsAreTakenByTemplateAndAppAlike() {
        for (Map<String, Object> change : ALL_RIGHT) {
            if (change.get("settings") instanceof Map<?, ?> settings) {
                settings.forEach((name, value) -> app(name.toString(), value.toString()));
            }
        }
        Map<String, Syntax> most = new TreeMap<>();
        variables()
                .get("mostOf")
                .all()
                .filter(node -> node.type().equals("object_property"))
                .forEach(one ->
                        most.put(one.children().get(0).source(), one.children().get(2)));
        assertThat(most.keySet())
                .containsExactlyInAnyOrderElementsOf(lineSettings().keySet().stream()
                        .filter(name -> name.startsWith("SLUICE_MAX_"))
                        .toList());
        most.forEach((name, number) -> {
            app(name, number.source());
            if (!name.equals("SLUICE_MAX_EVENT_BYTES")) { // as large as numbers are
                assertThatThrownBy(() -> app(name, Long.toString(Long.parseLong(number.source()) + 1)))
                        .hasMessageContaining(name);
            }
        });
    }

    private static void app(String name, String value) {
        AppSettings.of(Map.of("SLUICE_LAKE", "/lake", "SLUICE_STATE", "/state", name, value));
    }

    private static Map<String, Syntax> variables() {
        return file("main.bicep")
                .root()
                .all()
                .filter(node -> node.type().equals("variable_declaration"))
                .collect(Collectors.toMap(
                        node -> node.children().get(1).source(),
                        node -> node.children().get(node.children().size() - 1)));
    }

    private static Map<String, Object> with(Map<String, Object> parameters, Map<String, Object> change) {
        Map<String, Object> changed = new HashMap<>(parameters);
        changed.putAll(change);
        return changed;
    }

    private static Stream<Syntax> conditions() {
        return file("main.bicep")
                .root()
                .all()
                .filter(node -> node.type().equals("variable_declaration")
                        && node.source().startsWith("varproblems="))
                .flatMap(Syntax::all)
                .filter(node -> node.type().equals("array"))
                .findFirst()
                .orElseThrow()
                .children()
                .stream()
                .filter(node -> node.type().equals("ternary_expression"));
    }

    private static List<String> problems(Map<String, Object> parameters) {
        Evaluation evaluation = new Evaluation(parameters, variables());
        return conditions()
                .map(condition -> (String) evaluation.of(condition))
                .filter(problem -> !problem.isEmpty())
                .toList();
    }

    private static Map<String, Object> defaults() {
        Map<String, Object> defaults = new HashMap<>();
        for (BicepFile.Param param : file("main.bicep").params()) {
            Value value = param.hasDefault() ? param.values().get(0) : new Value.Other(0, "");
            if (value instanceof Text text) {
                defaults.put(param.name(), text.text());
            } else if (value instanceof Obj) {
                defaults.put(param.name(), Map.of());
            } else if (value instanceof Arr) {
                defaults.put(param.name(), List.of());
            } else if (value instanceof Value.Plain plain) {
                defaults.put(
                        param.name(),
                        plain.kind().equals("number")
                                ? (Object) Long.valueOf(plain.text())
                                : (Object) Boolean.valueOf(plain.text()));
            }
        }
        return defaults;
    }

    @Test
    void theScriptForCesCallsProceduresThatAreDocumented() throws Exception {
        String script = text(Infra.FOLDER.resolve("ces.sql"));

        assertThat(matches("(?i)execute sys\\.(sp_\\w+)", script))
                .containsExactly(
                        "sp_add_object_to_event_stream_group",
                        "sp_create_event_stream_group",
                        "sp_disable_event_stream",
                        "sp_drop_event_stream_group",
                        "sp_enable_event_stream",
                        "sp_help_change_feed",
                        "sp_help_change_feed_table",
                        "sp_help_change_feed_table_groups",
                        "sp_remove_object_from_event_stream_group");
        assertThat(matches("(?<![@\\w])@(\\w+) =", script))
                .as("arguments")
                .containsExactly(
                        "destination_credential",
                        "destination_location",
                        "destination_type",
                        "encoding",
                        "include_all_columns",
                        "include_old_lob_values",
                        "include_old_values",
                        "max_message_size_kb",
                        "object_name",
                        "partition_key_scheme",
                        "source_name",
                        "source_schema",
                        "stream_group_name");
        assertThat(script).doesNotContainIgnoringCase("SharedAccessSignature sr=");
    }
}
