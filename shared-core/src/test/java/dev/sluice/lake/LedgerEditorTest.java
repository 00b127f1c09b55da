package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.Line;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holes that are closed and opened by hand, and lives of a log that begin by hand. */
class LedgerEditorTest {
    private static final Instant NOW = Instant.parse("2026-05-06T09:00:00Z");

    private final VirtualTime time = new VirtualTime();
    private final MemoryObjectStore lake = new MemoryObjectStore();
    private final MemoryObjectStore state = new MemoryObjectStore();
    private final LedgerEditor editor = new LedgerEditor(state, InstantSource.fixed(NOW));
    private final List<LakeFixture> owners = new ArrayList<>();
    private LakeFixture owner;

    @BeforeEach
    void begin() throws IOException {
        owner = owner(Settings.DEFAULT);
    }

    private LakeFixture owner(Settings settings) throws IOException {
        LakeFixture opened = new LakeFixture(settings, lake, state, time);
        owners.add(opened);
        return opened;
    }

    @AfterEach
    void end() {
        owners.forEach(LakeFixture::close);
    }

    private static Delivery record(long offset) {
        return new Delivery(
                offset,
                Slice.of(CesMessage.insert()
                        .logicalId("event-" + offset)
                        .table("d", "s", "t" + offset % 2)
                        .column("Id", "int")
                        .current("{\"Id\":\"" + offset + "\"}")
                        .text()),
                LakeFixture.BROKER_TIME + offset);
    }

    private static List<Delivery> records(long first, long last) {
        List<Delivery> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            records.add(record(offset));
        }
        return records;
    }

    private List<Long> offsets() {
        return LakeFixture.folders(lake, "db=").values().stream()
                .flatMap(List::stream)
                .map(line -> Long.parseLong(new Line(line).raw("source", "offset")))
                .sorted()
                .toList();
    }

    private static List<Long> longs(long... numbers) {
        return java.util.Arrays.stream(numbers).boxed().toList();
    }

    private List<String> ranges() throws IOException {
        return editor.list().get(0).ledger().newest().ranges().stream()
                .map(range -> range.first() + "-" + (range.last() == null ? "" : range.last()) + " " + range.through())
                .toList();
    }

    private void accept(long first, long last) throws IOException {
        editor.acceptHole("hub", 3, first, last, "the archive lost them");
    }

    private void open(long first, long last) throws IOException {
        editor.openHole("hub", 3, first, last);
    }

    @Test
    void aHoleIsClosedWithItsReason() throws IOException {
        owner.process(records(0, 4));
        owner.process(records(10, 12));

        accept(5, 9);

        assertThat(ranges()).containsExactly("10- 12");
        assertThat(editor.accepted())
                .containsExactly(new LedgerEditor.Accepted("hub", 3, 1, 5, 9, "the archive lost them", NOW));
        owner.process(records(13, 14));
        assertThat(owner(Settings.DEFAULT).process(records(6, 7)).counts().skipped())
                .isEqualTo(2);
        assertThat(ranges()).containsExactly("10- 14");
    }

    @Test
    void aPartOfAHoleIsClosedAndTheRestStaysOpen() throws IOException {
        owner.process(records(0, 4));
        owner.process(records(20, 22));

        accept(8, 11);

        assertThat(ranges()).containsExactly("5-7 4", "12-19 11", "20- 22");
        LakeFixture other = owner(Settings.DEFAULT);
        other.process(records(12, 19));
        other.process(records(5, 7));
        assertThat(ranges()).containsExactly("20- 22");
        assertThat(offsets()).doesNotContainSequence(8L).hasSize(5 + 3 + 8 + 3);
    }

    @Test
    void severalHolesAreClosedAtOnceAndWhatIsDoneBetweenStays() throws IOException {
        owner.process(records(0, 1));
        owner.process(records(5, 6));
        owner.process(records(10, 11));

        accept(2, 9);

        assertThat(ranges()).containsExactly("10- 11");
        assertThat(offsets()).isEqualTo(longs(0, 1, 5, 6, 10, 11));
    }

    @Test
    void whatIsNoHoleIsNotClosed() throws IOException {
        owner.process(records(0, 4));
        owner.process(records(10, 12));

        assertThatThrownBy(() -> accept(5, 13))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset 10 is in no hole: live traffic comes to it");
        assertThatThrownBy(() -> accept(1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("from offset 1 to 3 there is no hole");
        assertThatThrownBy(() -> editor.acceptHole("other", 3, 5, 9, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("this lake has nothing of stream other, partition 3");
        assertThat(editor.accepted()).isEmpty();
        assertThat(ranges()).containsExactly("5-9 4", "10- 12");
    }

    @Test
    void belowItsBeginALakeHasNothingToClose() throws IOException {
        owner.process(records(10, 14));

        assertThatThrownBy(() -> accept(2, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset 2 is below 10, where this lake begins; a replay from there opens it");
        assertThat(ranges()).containsExactly("10- 14");
        assertThat(editor.accepted()).isEmpty();
    }

    @Test
    void eachDecisionKeepsItsReason() throws IOException {
        owner.process(records(0, 4));
        owner.process(records(10, 12));
        accept(5, 9);
        new LedgerEditor(state, InstantSource.fixed(NOW.plusSeconds(60))).openHole("hub", 3, 5, 9);

        new LedgerEditor(state, InstantSource.fixed(NOW.plusSeconds(90)))
                .acceptHole("hub", 3, 5, 9, "nobody has them after all");

        assertThat(editor.accepted())
                .extracting(LedgerEditor.Accepted::reason)
                .containsExactly("the archive lost them", "nobody has them after all");
    }

    @Test
    void whatAPlatformDroppedFromASparseTopicIsOpenedAndHealed() throws IOException {
        LakeFixture sparse = owner(Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub")));
        sparse.process(records(0, 4));
        List<Delivery> some = new ArrayList<>(records(10, 12));
        some.addAll(records(17, 19));
        sparse.process(some);
        assertThat(ranges()).containsExactly("0- 19");

        open(13, 16);

        assertThat(ranges()).containsExactly("13-16 12", "17- 19");
        owner(Settings.of(Map.of("SLUICE_SPARSE_TOPICS", "hub"))).process(records(13, 16));
        assertThat(ranges()).containsExactly("17- 19");
        assertThat(offsets()).isEqualTo(longs(0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19));
    }

    /** Somebody names too much: what is in the lake is found, and not written again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whatIsThereAlreadyIsNotWrittenAgain(long seed) throws IOException {
        Random random = new Random(seed);
        for (long first = 0; first < 40; ) {
            long last = Math.min(39, first + random.nextInt(12));
            owner.process(records(first, last));
            first = last + 1;
        }
        long from = random.nextInt(35);
        long to = from + random.nextInt((int) (39 - from));
        List<Long> before = offsets();

        open(from, to);
        List<List<Delivery>> again = new ArrayList<>();
        for (long first = 0; first < 40; ) {
            long last = Math.min(39, first + random.nextInt(9));
            again.add(records(first, last));
            first = last + 1;
        }
        Collections.shuffle(again, random);
        LakeFixture other = owner(Settings.DEFAULT);
        for (List<Delivery> records : again) {
            other.process(records);
        }
        owner.process(records(40, 42));

        List<Long> expected = new ArrayList<>(before);
        expected.addAll(longs(40, 41, 42));
        assertThat(offsets()).isEqualTo(expected);
        assertThat(ranges()).hasSize(1);
    }

    @Test
    void betweenRangesAndAcrossTheirBordersHolesCanBeOpened() throws IOException {
        owner.process(records(0, 4));
        owner.process(records(20, 24));
        owner(Settings.DEFAULT).process(records(5, 19));
        assertThat(ranges()).containsExactly("20- 24");

        open(15, 21);

        assertThat(ranges()).containsExactly("15-21 14", "22- 24");
        assertThatThrownBy(() -> open(16, 17))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset 16 is not done; it comes by itself, or is in a hole");
        assertThatThrownBy(() -> open(23, 30))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset 25 is not done; it comes by itself, or is in a hole");
    }

    @Test
    void belowItsBeginALakeHasNothingToOpen() throws IOException {
        owner.process(records(10, 14));

        assertThatThrownBy(() -> open(5, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset 5 is below 10, where this lake begins; a replay from there opens it");
    }

    /** A log without times of the broker tells nothing by itself. */
    @Test
    void anotherLifeOfALogBeginsByHand() throws IOException {
        owner.process(records(0, 4));

        assertThat(editor.openEpoch("hub", 3, 0)).isEqualTo(2);

        LakeFixture other = owner(Settings.DEFAULT);
        assertThat(other.process(records(0, 2)).counts().emitted()).isEqualTo(3);
        assertThat(offsets()).isEqualTo(longs(0, 0, 1, 1, 2, 2, 3, 4));
        assertThat(editor.list().get(0).ledger().newest().epoch()).isEqualTo(2);
        assertThat(ranges()).containsExactly("0- 2");
    }

    @Test
    void namesOfStreamsAreReadFromPaths() {
        for (String name : List.of("hub", "a b/c", "ü", "a.b-c_d", "%41")) {
            assertThat(LakePath.nameOf(LakePath.name(name))).isEqualTo(name);
        }
    }
}
