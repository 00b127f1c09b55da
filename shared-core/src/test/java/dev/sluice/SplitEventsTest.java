package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Delivery;
import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that come in pieces are put together, however the pieces come. */
class SplitEventsTest {
    // In one batch.

    @ParameterizedTest
    @CsvSource({
        "split-base0, 0",
        "split-base1, 0",
        "split-same-id, 0",
        "split-pair-final-index-1, 1",
        "legacy-base0, 0",
        "legacy-base1, 0"
    })
    void theSamplesAreJoinedInAnyOrder(String set, int firstPiece) {
        List<byte[]> parts = Golden.inputs("segments/" + set);
        String joined = new String(Golden.file("segments/" + set + "/joined-data.json"), StandardCharsets.UTF_8);
        String first = new String(parts.get(0), StandardCharsets.UTF_8);
        String operation = first.contains("\"UPD\"") ? "\"UPD\"" : "\"INS\"";
        Line whole = Normalized.of(
                        CesMessage.insert().attribute("operation", operation).dataJson(quoted(joined)))
                .line();

        for (List<byte[]> order : List.of(parts, reversed(parts), rotated(parts))) {
            Normalized normalized = Normalized.of(order.toArray(byte[][]::new));

            assertThat(normalized.lines()).hasSize(1);
            Line line = normalized.lines().get(0);
            assertThat(line.raw("after")).isEqualTo(whole.raw("after"));
            assertThat(line.raw("before")).isEqualTo(whole.raw("before"));
            assertThat(line.raw("source", "offset")).isEqualTo(Integer.toString(order.indexOf(parts.get(firstPiece))));
            assertThat(normalized.outcomes())
                    .filteredOn(outcome -> !outcome.equals("skipped resend"))
                    .last()
                    .isEqualTo("emitted 1");
        }
    }

    private static List<byte[]> reversed(List<byte[]> parts) {
        List<byte[]> reversed = new ArrayList<>(parts);
        Collections.reverse(reversed);
        return reversed;
    }

    private static List<byte[]> rotated(List<byte[]> parts) {
        List<byte[]> rotated = new ArrayList<>(parts);
        Collections.rotate(rotated, 1);
        return rotated;
    }

    @Test
    void whatIsMissingIsTold() {
        Normalized normalized =
                Normalized.of(Golden.inputs("segments/split-incomplete").toArray(byte[][]::new));

        assertThat(normalized.outcomes()).containsExactly("parked 0", "parked 2 last");
        assertThat(normalized.report().items())
                .extracting(item -> item.outcome().toString())
                .allSatisfy(outcome -> assertThat(outcome).contains("missing=1]"));
    }

    @Test
    void piecesOfAvroAreJoinedAsBytes() {
        Normalized normalized =
                Normalized.of(reversed(Golden.inputs("avro/split")).toArray(byte[][]::new));

        assertThat(normalized.outcomes()).containsExactly("emitted 0", "emitted 1");
        assertThat(normalized.lines().get(0).after())
                .isEqualTo("{\"WellId\":314,\"Level\":\"15.1875\",\"Taken\":\"2026-10-03T04:08:06.6789012\","
                        + "\"Note\":\"drop 💧 falls\"}");
    }

    @Test
    void piecesThatDisagreeAreNotJoined() {
        byte[] first = piece(event(1), 0, false, "{\"eventsource\":");
        byte[] other = piece(event(1).attribute("time", "\"2026-05-06T07:08:10Z\""), 1, true, "{}}");

        assertThat(Normalized.of(first, other).outcomes())
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined segments_disagree"));
    }

    // Across batches, partitions and failures.

    private static CesMessage event(int number) {
        return CesMessage.update()
                .logicalId("event-" + number)
                .column("Id", "int")
                .column("Text", "nvarchar(max)")
                .key("Id", Integer.toString(number))
                .old("{\"Id\":\"" + number + "\",\"Text\":\"before \\\\ \\\"é🌵\\u0007\"}")
                .current("{\"Id\":\"" + number + "\",\"Text\":\"after 😀😀 \\\\\\\" \\u00e9 \\ud83d end\"}");
    }

    private static byte[] piece(CesMessage event, int index, boolean last, String fragment) {
        return event.attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(last))
                .dataJson(quoted(fragment))
                .body();
    }

    /** A JSON string; halves of a pair of surrogates are escaped, for they may stand alone. */
    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c) || c < 0x20) {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return out.append('"').toString();
    }

    /** The pieces of an event, cut at random places of its text. */
    private static List<byte[]> pieces(int number, Random random) {
        String text = event(number).data();
        int count = 1 + random.nextInt(5);
        int[] cuts =
                random.ints(count - 1, 1, text.length()).distinct().sorted().toArray();
        int base = random.nextInt(2);
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i == cuts.length ? text.length() : cuts[i];
            pieces.add(piece(event(number), base + i, i == cuts.length, text.substring(from, to)));
            from = to;
        }
        return pieces;
    }

    @Property(tries = 300)
    @net.jqwik.api.Tag("slow")
    void anyCutOrderDuplicateBatchAndFailureGivesTheSameLake(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int events = 1 + random.nextInt(3);
        List<List<byte[]>> logs = List.of(new ArrayList<>(), new ArrayList<>());
        List<byte[]> all = new ArrayList<>();
        for (int number = 0; number < events; number++) {
            all.addAll(pieces(number, random));
        }
        all.addAll(all.subList(0, random.nextInt(all.size())));
        Collections.shuffle(all, random);
        all.forEach(piece -> logs.get(random.nextInt(2)).add(piece));

        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        FaultyObjectStore.Hook hook = (operation, name) -> {
            if (random.nextInt(12) == 0) {
                throw new IOException("lost");
            }
        };
        int[] done = new int[2];
        while (done[0] < logs.get(0).size() || done[1] < logs.get(1).size()) {
            int partition = random.nextInt(2);
            List<byte[]> log = logs.get(partition);
            int end = Math.min(log.size(), done[partition] + 1 + random.nextInt(4));
            byte[][] batch = log.subList(done[partition], end).toArray(byte[][]::new);
            try (LakeFixture fixture = new LakeFixture(
                    new FaultyObjectStore(lake, hook, hook), new FaultyObjectStore(state, hook, hook))) {
                fixture.process(
                        new StreamPartition("hub", partition, "namespace/hub"),
                        LakeFixture.records(done[partition], batch));
                done[partition] = end;
            } catch (IOException retried) {
                assertThat(retried).hasMessage("lost");
            }
        }

        List<String> rows = new ArrayList<>();
        for (String name : LakeFixture.names(lake, "db=")) {
            LakeFixture.lines(lake, name).forEach(line -> rows.add(row(new Line(line))));
        }
        List<String> expected = new ArrayList<>();
        for (int number = 0; number < events; number++) {
            expected.add(row(Normalized.of(event(number)).line()));
        }
        assertThat(rows.stream().distinct().toList()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
        List<String> splits = LakeFixture.names(lake, "db=").stream()
                .filter(name -> name.contains("/split-"))
                .toList();
        assertThat(LakeFixture.names(state, "done/")).hasSameSizeAs(splits);
        assertThat(splits.stream()
                        .flatMap(name -> LakeFixture.lines(lake, name).stream())
                        .map(line -> new Line(line).string("id")))
                .doesNotHaveDuplicates();
    }

    private static String row(Line line) {
        return line.string("id") + line.raw("before") + line.raw("after") + line.flags();
    }

    @Test
    void anEventWholeInItsBatchIsNotParked() throws IOException {
        CountingObjectStore lake = new CountingObjectStore(new MemoryObjectStore());
        CountingObjectStore state = new CountingObjectStore(new MemoryObjectStore());
        String text = event(1).data();
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, event(0).body()));
            lake.reset();
            state.reset();

            fixture.process(LakeFixture.records(
                    1, piece(event(1), 0, false, text.substring(0, 20)), piece(event(1), 1, true, text.substring(20))));
        }

        assertThat(calls(lake)).containsExactly("CREATE db=…");
        assertThat(calls(state)).containsExactly("GET done", "CREATE done", "COMPARE_AND_SWAP ledger");
    }

    /** The event is judged when it is whole for the first time, as it is when the resend comes in a later batch. */
    @Test
    void aResendCutOtherwiseChangesNothing() throws IOException {
        String text = event(1).data();
        List<byte[]> all = new ArrayList<>(cut(text, 10));
        all.addAll(cut(text, 12));
        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            BatchReport report = fixture.process(LakeFixture.records(0, all.toArray(byte[][]::new)));
            assertThat(Normalized.text(report.items().get(9).outcome())).isEqualTo("emitted 1");
            assertThat(Normalized.text(report.items().get(10).outcome())).isEqualTo("skipped superseded");
        }
        assertThat(LakeFixture.names(lake, "db=")).hasSize(1);
        assertThat(LakeFixture.names(state, "quarantine/")).isEmpty();
    }

    private static List<byte[]> cut(String text, int count) {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = text.length() * i / count;
            int to = text.length() * (i + 1) / count;
            pieces.add(piece(event(1), i, i == count - 1, text.substring(from, to)));
        }
        return pieces;
    }

    @Test
    void theSameLogicalIdWithAnotherDateIsAConflict() throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        String other = event(1).data().replace("2026-05-06T07:08:09.112Z", "2027-01-02T03:04:05.006Z");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, cut(event(1).data(), 2).toArray(byte[][]::new)));
            BatchReport report =
                    fixture.process(LakeFixture.records(2, cut(other, 2).toArray(byte[][]::new)));
            assertThat(report.items())
                    .extracting(item -> Normalized.text(item.outcome()))
                    .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined conflict"));
        }
        assertThat(LakeFixture.names(lake, "db=")).hasSize(1);
        assertThat(LakeFixture.names(state, "quarantine/")).hasSize(1);
    }

    @Test
    void aStoreThatFailsInTheMiddleOfALineFailsTheBatch() throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        FaultyObjectStore full = new FaultyObjectStore(lake, FaultyObjectStore.Hook.NONE, FaultyObjectStore.Hook.NONE) {
            @Override
            public boolean createStreaming(String key, Content content) throws IOException {
                content.writeTo(new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("no space left");
                    }
                });
                return true;
            }
        };
        try (LakeFixture fixture = new LakeFixture(full, new MemoryObjectStore())) {
            assertThatThrownBy(() -> fixture.process(
                            LakeFixture.records(0, cut(event(1).data(), 2).toArray(byte[][]::new))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no space left");
        }
    }

    @Test
    void aScatteredPieceCostsOnePutAndOneList() throws IOException {
        CountingObjectStore state = new CountingObjectStore(new MemoryObjectStore());
        String text = event(1).data();
        try (LakeFixture fixture = new LakeFixture(new MemoryObjectStore(), state)) {
            fixture.process(LakeFixture.records(0, event(0).body()));
            state.reset();

            fixture.process(LakeFixture.records(1, piece(event(1), 0, false, text.substring(0, 20))));
        }

        assertThat(calls(state)).containsExactly("CREATE parked", "LIST parked", "COMPARE_AND_SWAP ledger");
    }

    private static List<String> calls(CountingObjectStore store) {
        return store.calls().stream()
                .map(call ->
                        call.operation() + " " + call.name().split("/", -1)[0].replaceAll("=.*", "=…"))
                .toList();
    }

    @Test
    void aBrokenSetIsKeptWholeAndMarked() throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        byte[] first = piece(event(1), 0, false, "{\"eventsource\":{}");
        byte[] last = piece(event(1), 1, true, ",\"eventrow\":{}}");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(0, first));
            BatchReport report = fixture.process(LakeFixture.records(1, last));

            assertThat(Normalized.text(report.items().get(0).outcome())).startsWith("quarantined no_table");
            BatchReport again = fixture.process(List.of(new Delivery(2, Slice.of(last), null)));
            assertThat(Normalized.text(again.items().get(0).outcome())).startsWith("quarantined conflict");
        }

        assertThat(LakeFixture.names(lake, "db=")).isEmpty();
        List<String> sets = LakeFixture.names(state, "quarantine/");
        assertThat(sets).first().asString().contains("/set-");
        assertThat(LakeFixture.lines(state, sets.get(0))).hasSize(2).allSatisfy(LineSchemas::assertValidQuarantine);
        assertThat(LakeFixture.names(state, "parked/"))
                .hasSize(3)
                .anySatisfy(name -> assertThat(name).endsWith("/conflict"));
    }

    /** The same logical id with other data is another event; it must not vanish behind the first. */
    @Test
    void anotherEventOfTheSameLogicalIdIsQuarantined() throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        String text = event(1).data();
        String other = text.replace("after", "later");
        try (LakeFixture fixture = new LakeFixture(lake, state)) {
            fixture.process(LakeFixture.records(
                    0, piece(event(1), 0, false, text.substring(0, 20)), piece(event(1), 1, true, text.substring(20))));
            byte[] first = piece(event(1), 0, false, other.substring(0, 20));
            byte[] last = piece(event(1), 1, true, other.substring(20));
            BatchReport report = fixture.process(LakeFixture.records(2, first, last));

            assertThat(report.items())
                    .hasSize(2)
                    .allSatisfy(
                            item -> assertThat(Normalized.text(item.outcome())).startsWith("quarantined conflict"));
        }

        assertThat(LakeFixture.names(lake, "db=")).hasSize(1);
        String set = LakeFixture.names(state, "quarantine/").get(0);
        assertThat(LakeFixture.lines(state, set)).hasSize(2).allSatisfy(LineSchemas::assertValidQuarantine);
    }

    @Test
    @Tag("slow")
    void tenThousandPiecesThatAllCallThemselvesTheLastAreNoBurden() {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            pieces.add(piece(event(1), i, true, "x" + i));
        }

        Normalized normalized = Normalized.of(pieces.toArray(byte[][]::new));

        assertThat(normalized.report().items()).hasSize(10_000);
        assertThat(normalized.lines()).isEmpty();
    }

    /** Two owners hold one piece each and both list before either completes: one object, and nobody is stuck. */
    @Test
    void twoWhoSeeTheSetWholeAtOnceWriteItOnce() throws IOException {
        MemoryObjectStore lake = new MemoryObjectStore();
        MemoryObjectStore state = new MemoryObjectStore();
        String text = event(1).data();
        byte[] first = piece(event(1), 0, false, text.substring(0, 20));
        byte[] last = piece(event(1), 1, true, text.substring(20));
        boolean[] raced = new boolean[1];
        FaultyObjectStore.Hook other = (operation, name) -> {
            if (operation == StoreOperation.LIST && !raced[0]) {
                raced[0] = true;
                try (LakeFixture second = new LakeFixture(lake, state)) {
                    second.process(new StreamPartition("hub", 4, "namespace/hub"), LakeFixture.records(0, last));
                }
            }
        };
        try (LakeFixture fixture =
                new LakeFixture(lake, new FaultyObjectStore(state, other, FaultyObjectStore.Hook.NONE))) {
            BatchReport report = fixture.process(LakeFixture.records(0, first));
            assertThat(Normalized.text(report.items().get(0).outcome())).isEqualTo("skipped already in the lake");
        }

        assertThat(raced[0]).isTrue();
        assertThat(LakeFixture.names(lake, "db=")).hasSize(1);
        assertThat(LakeFixture.names(state, "done/")).hasSize(1);
    }

    @Test
    void theMissingPiecesAreCountedInRanges() {
        List<byte[]> pieces = Stream.of(0, 1, 5, 9)
                .map(index -> piece(event(1), index, index == 9, "x" + index))
                .toList();

        Normalized normalized = Normalized.of(pieces.toArray(byte[][]::new));

        assertThat(normalized.report().items().get(0).outcome().toString()).contains("missing=2-4, 6-8]");
        assertThat(Arrays.asList(normalized.outcomes().get(0))).containsExactly("parked 0");
    }
}
