package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.BatchSummary;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.pipeline.SweepSummary;
import dev.sluice.pipeline.UnplacedBatch;
import dev.sluice.text.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the Terraform takes for granted of the functions: names of settings, metrics and handlers, and a time. */
class TerraformTest {
    private static final Path FOLDER = Path.of("../infra/aws");

    /** Settings that mean nothing on Lambda: of emulators, of the command line, of what has no topics. */
    private static final Set<String> ELSEWHERE = Set.of("SLUICE_S3_ENDPOINT", "SLUICE_DEBUG", "SLUICE_STREAM");

    private static String text(String file) throws IOException {
        return Files.readString(FOLDER.resolve(file), StandardCharsets.UTF_8);
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The part of a file from one local to another. */
    private static String between(String text, String from, String to) {
        assertThat(text).contains(from, to);
        return text.substring(text.indexOf(from), text.indexOf(to));
    }

    /** All that there are, as users are told who misspell one. */
    private static Set<String> settings() {
        String told = catchThrowable(() -> AppSettings.of(Map.of("SLUICE_NO_SUCH", "")))
                .getMessage();
        String last = told.lines()
                .filter(line -> line.startsWith("SLUICE_NO_SUCH: there is no such setting; there are "))
                .findFirst()
                .orElseThrow();
        Set<String> settings = found("SLUICE_[A-Z0-9_]+", last);
        settings.remove("SLUICE_NO_SUCH");
        return settings;
    }

    @Test
    void settingsAreThoseOfTheFunctions() throws IOException {
        Set<String> expected = settings();
        assertThat(expected).hasSizeGreaterThan(25).containsAll(ELSEWHERE).containsAll(AppSettings.OURS);
        expected.removeAll(ELSEWHERE);

        assertThat(found("SLUICE_[A-Z0-9_]+", text("settings.tf"))).isEqualTo(expected);
    }

    /** What the functions say about a value of a setting; null if nothing is wrong. */
    private static @Nullable String complaint(String setting, String value) {
        Throwable thrown = catchThrowable(() -> Settings.of(Map.of(setting, value)));
        return thrown == null ? null : thrown.getMessage();
    }

    private static String entry(String text, String setting, String pattern) {
        Matcher entry = Pattern.compile(setting + "\\s*= " + pattern).matcher(text);
        assertThat(entry.find()).as(setting).isTrue();
        return entry.group(1);
    }

    /** Of each setting the functions tell themselves what they take, when they meet what they do not. */
    @Test
    void valuesOfSettingsAreThoseThatTheFunctionsTake() throws IOException {
        String all = text("settings.tf");
        String choices = between(all, "setting_choices = {", "setting_numbers = {");
        String numbers = between(all, "setting_numbers = {", "setting_forms = {");
        String forms = between(all, "setting_forms = {", "free_settings = ");
        Set<String> free = found("SLUICE_[A-Z0-9_]+", choices + numbers + forms);
        assertThat(free).hasSizeGreaterThan(15);
        for (String setting : free) {
            String complaint = complaint(setting, ",");
            Matcher choice = Pattern.compile("',' is (?:none of |neither )(.*)").matcher(String.valueOf(complaint));
            if (choice.find()) {
                Set<String> values = Set.of(choice.group(1).split(", | nor "));
                assertThat(found("(?<=\")\\w+(?=\")", entry(choices, setting, "\\[(.*)]")))
                        .as(setting)
                        .isEqualTo(values);
            } else if (String.valueOf(complaint).contains("is not a whole number")) {
                String most = String.valueOf(complaint(setting, "0")).replaceFirst(".* is not between 1 and ", "");
                assertThat(entry(numbers, setting, "(\\d+)")).as(setting).isEqualTo(most);
            } else {
                String form = entry(forms, setting, "\\{\\s*part = \"(.*)\"").replace("\\\\", "\\");
                String like = entry(forms, setting, "\\{\\s*part = .*\\s*like = \"(.*)\"");
                assertThat(complaint(setting, like)).as(setting).isNull();
                assertFormIsOf(setting, form);
                assertThat(Arrays.stream(like.split(",")).allMatch(part -> part.matches(form)))
                        .as(setting)
                        .isTrue();
            }
        }
    }

    private static void assertFormIsOf(String setting, String form) {
        int taken = 0;
        List<String> values = List.of(
                ",",
                "orders",
                "dw.*",
                " or?ers-1 ",
                "no topic",
                "a=b.c.d",
                " a.* = b..d ",
                "=b.c.d",
                "a=b.c.",
                "a=b.d",
                "a=b=.c.d",
                "a b=..d",
                "a.b.c",
                "a=a.b.c.d",
                "UTC",
                "*=UTC",
                "shop.*=Europe/Berlin",
                "=UTC",
                "+05:30",
                "-8",
                "Z",
                "a=",
                "a=+25:00:",
                "a=Europe Berlin",
                "a=b=Asia/Tokyo",
                "1UTC");
        for (String value : values) {
            boolean complains = complaint(setting, value) != null;
            boolean matches = Arrays.stream(value.split(",", -1)).allMatch(part -> part.matches(form));
            if (!setting.equals("SLUICE_SOURCE_ZONE") || !complains) { // which zones there are, Terraform does not know
                assertThat(matches).as(setting + " " + value).isEqualTo(!complains);
            }
            taken += matches ? 1 : 0;
        }
        assertThat(taken).as(setting).isBetween(3, values.size() - 8);
    }

    @Test
    void noOtherFileNamesASettingThatThereIsNot() throws IOException {
        for (String file :
                List.of("README.md", "variables.tf", "outputs.tf", "main.tf", "examples/self-managed/main.tf")) {
            assertThat(settings()).as(file).containsAll(found("SLUICE_[A-Z0-9_]+", text(file)));
        }
    }

    @Test
    void everyVariableIsInTheReadmeAndHasATest() throws IOException {
        Set<String> variables = found("(?<=variable \")\\w+", text("variables.tf"));

        assertThat(variables).hasSizeGreaterThan(40);
        assertThat(found("(?<=`)\\w+(?=`)", text("README.md"))).containsAll(variables);
        Set<String> refused = found("(?<=expect_failures = \\[var\\.)\\w+", text("tests/variables.tftest.hcl"));
        Set<String> checked = new TreeSet<>(variables);
        checked.removeAll(
                Set.of("archive_write", "enabled", "force_destroy", "snap_start")); // true and false are all there is
        assertThat(refused).isEqualTo(checked);
    }

    @Test
    void everyHandlerIsAClass() throws Exception {
        Set<String> handlers = found("dev\\.sluice\\.aws\\.\\w+", text("main.tf"));

        assertThat(handlers).hasSize(4);
        for (String handler : handlers) {
            assertThat(RequestStreamHandler.class).isAssignableFrom(Class.forName(handler));
        }
    }

    @Test
    void workEndsAsLongBeforeACallAsTheAlarmSays() throws IOException {
        Duration call = Duration.ofMinutes(14);
        long seconds = call.minus(KafkaHandler.workingTime(call)).toSeconds();

        assertThat(text("main.tf")).containsPattern("seconds_to_end = " + seconds + "\n");
    }

    @Test
    void alarmsAndDashboardNameTheMetricsThatThereAre() throws IOException {
        String alarms = text("alarms.tf");
        String dashboard = text("dashboard.tf");
        String metric = "sluice\\.[a-z.]+[a-z]";
        Set<String> ofStreams = metrics(List.of("FunctionName", "Stream", "Partition"));
        Set<String> others = metrics(List.of("FunctionName"));

        assertThat(found(metric, between(dashboard, "stream_widgets = ", "plain_widgets = ")))
                .isEqualTo(ofStreams)
                .hasSizeGreaterThan(8);
        assertThat(found(metric, between(dashboard, "plain_widgets = ", "widgets = concat")))
                .isEqualTo(others)
                .hasSizeGreaterThan(7);
        assertThat(ofStreams)
                .containsAll(found(metric, between(alarms, "topic_metrics = ", "topic_alarms = ")))
                .contains("sluice.holes");
        assertThat(others)
                .containsAll(found(metric, between(alarms, "plain_alarms = ", "mapping_metrics = ")))
                .contains("sluice.parked.age");
        assertThat(alarms).contains("SCHEMA(\\\"Sluice\\\", FunctionName, Partition, Stream)");
        assertThat(dashboard).contains("{Sluice,FunctionName,Partition,Stream}");
    }

    /** Names of all metrics with these dimensions, from lines as the functions write them. */
    private static Set<String> metrics(List<String> dimensions) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EmbeddedMetrics metrics = new EmbeddedMetrics(new PrintStream(out, true, StandardCharsets.UTF_8), "changes");
        StreamPartition source = new StreamPartition("orders", 3, "cluster/orders");
        Duration second = Duration.ofSeconds(1);
        BatchReport.Counts counts = new BatchReport.Counts(1, 1, 1, 1, 1);
        metrics.batch(new BatchSummary(source, 1, 2, 2, 9, counts, Map.of(), 0, second, second), 0);
        metrics.sweep(new SweepSummary(Map.of(), 0, second), 0);
        metrics.failed(new Batch(source, List.of(new Delivery(7, null, null))), new IOException("down"), 0);
        metrics.unplaced(new UnplacedBatch(source, 1, null, List.of(Slice.EMPTY), "no offset"), 0);
        metrics.replayFailed("a step", 0);
        Set<String> names = new TreeSet<>();
        for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            JsonNode directive = new ObjectMapper().readTree(line).at("/_aws/CloudWatchMetrics/0");
            List<String> these = directive
                    .at("/Dimensions/0")
                    .valueStream()
                    .map(JsonNode::asText)
                    .toList();
            if (these.equals(dimensions)) {
                directive
                        .get("Metrics")
                        .forEach(one -> names.add(one.get("Name").asText()));
            }
        }
        return names;
    }
}
