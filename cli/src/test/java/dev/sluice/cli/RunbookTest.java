package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.archive.CaptureFile;
import dev.sluice.cli.Cli.Result;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.FileObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs each command of the runbook, section by section, on a lake in which what the section is about has happened. */
class RunbookTest {
    private static final long TIME = 1_778_051_290_000L;
    private static final StreamPartition HUB = new StreamPartition("ces", 3, "lake-in.servicebus.windows.net/ces");
    private static final Pattern COMMAND = Pattern.compile("sluice (.*?) *# (\\d)(?::.*)?");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir
    Path folder;

    /** By the section's title, what happened. */
    private final Map<String, Happening> happenings = new LinkedHashMap<>();

    private interface Happening {
        void in(Path place) throws IOException;
    }

    RunbookTest() {
        happenings.put("There is a hole", place -> {
            take(place, 0, 9);
            take(place, 15, 19);
        });
        happenings.put("A hole, and nobody has its records", happenings.get("There is a hole"));
        happenings.put("A topic whose offsets jump lacks a batch", place -> take(place, 0, 19));
        happenings.put(
                "A flood of poison",
                place -> new Cli(place)
                        .file("rows.jsonl", "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n")
                        .run("normalize", "--lake", "lake", "--state", "state", "--stream", "rows", "rows.jsonl"));
        happenings.put("An event is parked for ever", place -> {
            new Cli(place)
                    .input("split/part-0.json", "part")
                    .run("normalize", "--lake", "lake", "--state", "state", "part");
            makeOlder(place.resolve("state/parked"), Duration.ofHours(2));
        });
        happenings.put("A table has other columns", place -> take(place, 0, 19));
        happenings.put("A hub or topic was deleted and made anew", place -> take(place, 0, 19));
        happenings.put("The rules changed", place -> take(place, 0, 19));
        happenings.put("An auditor asks whether anything is missing", place -> take(place, 0, 19));
    }

    private static void makeOlder(Path folder, Duration age) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
            }
        }
    }

    /** From offset 10 on the table has a column more. */
    private static byte[] change(long offset) {
        CesMessage message = CesMessage.insert()
                .logicalId("event-" + offset)
                .table("Shop", "dbo", "Orders")
                .column("Id", "int")
                .key("Id", Long.toString(offset));
        return offset < 10
                ? message.current("{\"Id\":\"" + offset + "\"}").body()
                : message.column("Price", "decimal(9,2)")
                        .current("{\"Id\":\"" + offset + "\",\"Price\":\"1.50\"}")
                        .body();
    }

    /** The broker gave these records; time passes by itself when offsets jump. */
    private static void take(Path place, long first, long last) throws IOException {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(new Delivery(offset, Slice.of(change(offset)), TIME + offset));
        }
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(place.resolve("lake")), new FileObjectStore(place.resolve("state")))) {
            lake.process(HUB, records);
        }
    }

    private static void archive(Path place) {
        CaptureFile file = CaptureFile.deflated();
        for (long offset = 0; offset < 20; offset++) {
            file.record(offset, TIME + offset, change(offset));
        }
        new Cli(place).file("captured/lake-in/ces/3/2026/05/06/07/08/10.avro", file.bytes());
    }

    @TestFactory
    List<DynamicTest> everyCommandDoesWhatIsSaid() throws IOException {
        Map<String, List<String>> sections = sections();
        assertThat(sections.keySet()).containsExactlyElementsOf(happenings.keySet());
        List<DynamicTest> tests = new ArrayList<>();
        sections.forEach((title, commands) -> tests.add(DynamicTest.dynamicTest(title, () -> {
            Path place = Files.createDirectory(folder.resolve("section-" + tests.size() + title.hashCode()));
            archive(place);
            happenings.get(title).in(place);
            assertThat(commands).isNotEmpty();
            for (String command : commands) {
                run(place, command);
            }
        })));
        return tests;
    }

    private static void run(Path place, String line) {
        Matcher command = COMMAND.matcher(line);
        assertThat(command.matches()).as(line).isTrue();
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command.group(1));
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        Result result = new Cli(place).run(words.toArray(String[]::new));
        assertThat(result.code())
                .as("%s%n%s%n%s", line, result.out(), result.err())
                .isEqualTo(Integer.parseInt(command.group(2)));
    }

    /** By title, the lines of the blocks of code. */
    private static Map<String, List<String>> sections() throws IOException {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        List<String> section = new ArrayList<>();
        boolean isCode = false;
        for (String line : Files.readAllLines(Path.of("..", "RUNBOOK.md"), UTF_8)) {
            if (line.startsWith("## ")) {
                section = new ArrayList<>();
                sections.put(line.substring(3), section);
            } else if (line.startsWith("```")) {
                isCode = !isCode;
            } else if (isCode) {
                section.add(line);
            }
        }
        return sections;
    }
}
