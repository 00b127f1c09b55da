package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.change.ControlEvent;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is remembered of the messages before, their tables, the order of their members, makes reading faster and changes
 * nothing: a message becomes the same behind any others.
 */
class RememberedTablesTest {
    private static final int TRIES = 3_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aMessageBecomesTheSameBehindAnyOthers(long seed) {
        List<String> folders = Golden.cases().stream()
                .filter(name -> Golden.inputs(name).size() == 1)
                .toList();
        List<byte[]> bodies =
                folders.stream().map(name -> Golden.inputs(name).get(0)).toList();
        List<String> alone = bodies.stream().map(body -> told(fresh(), body)).toList();
        assertThat(bodies).hasSizeGreaterThan(100);
        BatchNormalizer normalizer = fresh();
        Random random = new Random(seed);
        for (int i = 0; i < TRIES; i++) {
            int which = random.nextInt(bodies.size());
            boolean changed = random.nextInt(4) == 0;
            byte[] body = changed ? withAByteChanged(bodies.get(which), random) : bodies.get(which);
            String expected = changed ? told(fresh(), body) : alone.get(which);
            assertThat(told(normalizer, body))
                    .as("%s, try %d of seed %d", folders.get(which), i, seed)
                    .isEqualTo(expected);
        }
    }

    /** The rows come in front of what tells their table, so they are read as rows of the table before. */
    @Test
    void aRowThatFitsTheTableBeforeIsReadAsOneOfItsOwn() {
        BatchNormalizer normalizer = fresh();
        String numbers = canal("{\"a\":\"1\"}", "{\"a\":\"int\",\"b\":\"int\"}");
        String texts = canal("{\"a\":\"1\"}", "{\"a\":\"varchar(9)\"}");
        assertThat(told(normalizer, Utf8.bytes(numbers))).contains("\"after\":{\"a\":1}", "partial");
        assertThat(told(normalizer, Utf8.bytes(texts)))
                .contains("\"after\":{\"a\":\"1\"}")
                .doesNotContain("partial");
        assertThat(told(normalizer, Utf8.bytes(numbers))).contains("\"after\":{\"a\":1}", "partial");
    }

    /** Values that are not text are read once more, with binary columns as text; by then rows were tried before. */
    @Test
    void aRowThatDoesNotFitTheTableBeforeIsNotTakenForOneOfAnEarlierMessage() {
        BatchNormalizer normalizer = fresh();
        String types = "{\"id\":\"int\",\"b\":\"blob\"}";
        String first = canal("{\"id\":1,\"b\":\"aa\"}", types);
        String second = canal("{\"id\":2,\"b\":\"bb\"}", types);
        String third = canal("{\"id\":3,\"b\":\"cc\",\"x\":7}", types);
        assertThat(told(normalizer, Utf8.bytes(first))).contains("\"after\":{\"id\":1,");
        assertThat(told(normalizer, Utf8.bytes(second))).contains("\"after\":{\"id\":2,");
        assertThat(told(normalizer, Utf8.bytes(third)))
                .contains("\"after\":{\"id\":3,")
                .contains("\"x\":\"7\"");
    }

    /** What a message of one dialect holds of another has to be good JSON too, though nobody reads it. */
    @ParameterizedTest
    @ValueSource(strings = {"{nope}", "{\"a\":1,\"a\":2}", "[1,]"})
    void aPayloadThatNobodyTakesIsReadStrictly(String ddl) {
        String payload = ",\"payload\":{\"ddl\":" + ddl + "}}";
        String ces = CesMessage.insert().text();
        assertThat(told(fresh(), Utf8.bytes(ces))).contains("Emitted");
        assertThat(told(fresh(), Utf8.bytes(ces.substring(0, ces.lastIndexOf('}')) + payload)))
                .contains("Quarantined")
                .doesNotContain("Emitted");
    }

    @Test
    void whatIsRememberedIsBounded() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RememberedTablesRun.class.getName())
                .redirectErrorStream(true)
                .start();
        String output;
        try {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(output).contains("lines: 400");
    }

    private static String canal(String row, String types) {
        return "{\"data\":[" + row + "],\"type\":\"INSERT\",\"database\":\"d\",\"table\":\"t\",\"mysqlType\":" + types
                + ",\"es\":1788022800000,\"ts\":1788022800000,\"id\":1}";
    }

    private static BatchNormalizer fresh() {
        return new BatchNormalizer(Settings.DEFAULT, Normalized.LOCAL);
    }

    private static byte[] withAByteChanged(byte[] body, Random random) {
        byte[] changed = body.clone();
        if (changed.length > 0) {
            changed[random.nextInt(changed.length)] = (byte) (' ' + random.nextInt(95));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(changed, random.nextInt(changed.length + 1)) : changed;
    }

    private static String told(BatchNormalizer normalizer, byte[] body) {
        Told told = new Told();
        normalizer.normalize(
                List.of(new Delivery(7, Slice.of(body), null)),
                told,
                (offset, item, outcome) -> told.texts.add(item + " " + outcome));
        return String.join("\n", told.texts);
    }

    private static final class Told implements LineSink {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void change(NormalizedChange change, Position position, Slice lines) {
            texts.add(lines.toString());
        }

        @Override
        public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
            texts.add(line.toString());
        }

        @Override
        public void sourceTime(long millis) {
            texts.add("source time " + millis);
        }

        @Override
        public void piece(Position position) {
            texts.add("piece " + position);
        }

        @Override
        public boolean joined(JoinedEvent event) {
            texts.add("joined");
            return false;
        }

        @Override
        public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
            texts.add(fault + " " + raw);
        }
    }
}
