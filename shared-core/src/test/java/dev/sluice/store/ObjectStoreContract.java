package dev.sluice.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link ObjectStore} must do. A store's test extends this and hands over empty stores.
 *
 * <p>Versions may be hashes of the content, so nothing here asks whether an old version comes back with its content.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ObjectStoreContract {
    private static final int LARGE = 64 << 20;

    private ObjectStore store;

    /** A store without objects, on data that nothing else uses. */
    protected abstract ObjectStore newStore() throws Exception;

    /** Another way to the same objects, if there is one: a second store object on the same folder or container. */
    protected ObjectStore another(ObjectStore store) throws Exception {
        return store;
    }

    /** Creates objects; a store that has a faster way to come to many of them may take it. */
    protected void fill(ObjectStore store, List<String> keys) throws Exception {
        atOnce(16, worker -> {
            for (int i = worker; i < keys.size(); i += 16) {
                assertThat(store.create(keys.get(i), bytes("x"))).isTrue();
            }
        });
    }

    /** How often each of many writers does something, less behind a network; {@code -Dstore.turns} says otherwise. */
    protected int turns() {
        return turns(200);
    }

    protected static int turns(int usual) {
        return Integer.getInteger("store.turns", usual);
    }

    /** Names of all kinds; a store that cannot hold some where this test runs may leave those out. */
    protected List<String> awkwardKeys() {
        return List.of(
                "a",
                "a!b",
                "a ",
                " a",
                "a b/c d",
                "a%2Fb",
                "a%b",
                "100%",
                "a+b",
                "a@b",
                "a~b",
                "a=b/c=d",
                "a&b",
                "a?b",
                "a#b",
                "a;b,c",
                "a'b\"c",
                "a<b>c|d*e",
                "a:b",
                "a\\b",
                "(a)[b]{c}",
                "$a`b^c",
                "...",
                "a..b",
                ".hidden",
                ".tmpx/.tmp/y",
                "x/.tmp",
                "a.",
                "-rf",
                "CON",
                "db=__HIVE_DEFAULT_PARTITION__/date=2026-08-07/hub-0-1-00000000000000000000.jsonl.gz",
                "n".repeat(255) + "/" + "m".repeat(255),
                "\u00e9",
                "e\u0301",
                "\u00df\u0130\u0131",
                "\u8868/\u5217",
                "\uff21",
                "\uffff",
                "\ud83d\ude00",
                "\ud800\udc00/\udbff\udfff");
    }

    @BeforeEach
    final void openStore() throws Exception {
        store = newStore();
    }

    // Creating and reading

    @Test
    void whatIsCreatedCanBeRead() throws Exception {
        assertThat(store.create("db=a/t.json", bytes("content"))).isTrue();

        assertThat(text("db=a/t.json")).isEqualTo("content");
    }

    @Test
    void whatExistsIsNotCreatedAgainAndKeepsItsContent() throws Exception {
        store.create("a/b", bytes("first"));
        Optional<StoredObject> before = store.get("a/b");

        assertThat(store.create("a/b", bytes("second"))).isFalse();
        assertThat(store.create("a/b", bytes("first"))).isFalse();
        assertThat(store.get("a/b")).isEqualTo(before);
        assertThat(text("a/b")).isEqualTo("first");
    }

    @Test
    void whatIsMissingReadsAsEmpty() throws Exception {
        store.create("a/b", bytes("x"));

        assertThat(store.get("a/c")).isEmpty();
        assertThat(store.get("b/b")).isEmpty();
        assertThat(store.get("a/bc")).isEmpty();
        assertThat(store.get("A/b")).isEmpty();
    }

    @Test
    void anEmptyContentIsAnObject() throws Exception {
        assertThat(store.create("empty", new byte[0])).isTrue();

        assertThat(store.create("empty", bytes("x"))).isFalse();
        assertThat(store.get("empty").orElseThrow().content()).isEmpty();
        assertThat(store.list("")).extracting(ListedObject::size).containsExactly(0L);
        String version = store.get("empty").orElseThrow().version();
        assertThat(store.compareAndSwap("empty", version, bytes("x"))).isPresent();
    }

    @Test
    void everyByteComesBack() throws Exception {
        byte[] content = new byte[256 * 3];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) i;
        }
        store.create("bytes", content);

        assertThat(store.get("bytes").orElseThrow().content()).isEqualTo(content);
    }

    @Test
    void arraysAreNotSharedWithTheStore() throws Exception {
        byte[] given = bytes("abc");
        store.create("k", given);
        given[0] = 'X';
        byte[] got = store.get("k").orElseThrow().content();
        got[1] = 'X';

        assertThat(text("k")).isEqualTo("abc");
    }

    @Test
    void aLargeObjectComesBackWhole() throws Exception {
        byte[] content = pattern(LARGE, 1);
        assertThat(store.create("large", content)).isTrue();
        content = null; // Leaves room: from here there is one array at a time.

        assertThat(store.list("large")).extracting(ListedObject::size).containsExactly((long) LARGE);
        StoredObject large = store.get("large").orElseThrow();
        assertThat(isPattern(large.content(), LARGE, 1)).isTrue();
        String version = large.version();
        large = null;
        assertThat(store.compareAndSwap("large", version, pattern(LARGE, 2))).isPresent();
        assertThat(isPattern(store.get("large").orElseThrow().content(), LARGE, 2))
                .isTrue();
    }

    // Streaming

    @Test
    void whatIsStreamedIsAnObjectLikeAnyOther() throws Exception {
        boolean created = store.createStreaming("a/b", out -> {
            for (int i = 0; i < 5; i++) {
                out.write(bytes("part " + i + "\n"));
            }
            out.write('!');
        });

        assertThat(created).isTrue();
        assertThat(text("a/b")).isEqualTo("part 0\npart 1\npart 2\npart 3\npart 4\n!");
        assertThat(keys("")).containsExactly("a/b");
        assertThat(store.create("a/b", bytes("x"))).isFalse();
        String version = store.get("a/b").orElseThrow().version();
        assertThat(store.compareAndSwap("a/b", version, bytes("x"))).isPresent();
    }

    @Test
    void whatExistsIsNotStreamedOver() throws Exception {
        store.create("a/b", bytes("first"));

        assertThat(store.createStreaming("a/b", out -> out.write(bytes("second"))))
                .isFalse();
        assertThat(text("a/b")).isEqualTo("first");
    }

    @Test
    void nothingStreamedIsAnEmptyObject() throws Exception {
        assertThat(store.createStreaming("empty", out -> {})).isTrue();

        assertThat(store.get("empty").orElseThrow().content()).isEmpty();
    }

    @Test
    void aStreamThatBreaksOffLeavesNothing() throws Exception {
        IOException lost = new IOException("lost");
        assertThatThrownBy(() -> store.createStreaming("a/b", out -> {
                    out.write(pattern(LARGE, 1));
                    throw lost;
                }))
                .isSameAs(lost);
        IllegalStateException bug = new IllegalStateException("bug");
        assertThatThrownBy(() -> store.createStreaming("a/b", out -> {
                    out.write('x');
                    throw bug;
                }))
                .isSameAs(bug);

        assertThat(keys("")).isEmpty();
        assertThat(store.create("a/b", bytes("free"))).isTrue();
    }

    @Test
    void aLargeStreamComesBackAsAStream() throws Exception {
        assertThat(store.createStreaming("large", out -> {
                    for (int i = 0; i < 3; i++) {
                        out.write(pattern(LARGE / 2, i));
                    }
                }))
                .isTrue();

        try (InputStream in = store.open("large").orElseThrow()) {
            for (int i = 0; i < 3; i++) {
                assertThat(isPattern(in.readNBytes(LARGE / 2), LARGE / 2, i)).isTrue();
            }
            assertThat(in.read()).isEqualTo(-1);
        }
        assertThat(store.open("larg")).isEmpty();
    }

    @Test
    void ofManyStreamsOneWinsAndTheContentIsTheWinners() throws Exception {
        ObjectStore other = another(store);
        for (int round = 0; round < 10; round++) {
            String key = "race/" + round;
            boolean[] created = new boolean[8];
            atOnce(8, i -> {
                ObjectStore one = i % 2 == 0 ? store : other;
                byte[] content = pattern(2_000 + i, i);
                created[i] = i < 4 ? one.create(key, content) : one.createStreaming(key, out -> out.write(content));
            });

            List<Integer> winners =
                    IntStream.range(0, 8).filter(i -> created[i]).boxed().toList();
            assertThat(winners).hasSize(1);
            int winner = winners.get(0);
            assertThat(isPattern(store.get(key).orElseThrow().content(), 2_000 + winner, winner))
                    .isTrue();
        }
    }

    // Swapping

    @Test
    void aSwapFromAbsentCreates() throws Exception {
        Optional<String> version = store.compareAndSwap("ledger/p", null, bytes("1"));

        assertThat(version).isPresent();
        assertThat(text("ledger/p")).isEqualTo("1");
        assertThat(store.get("ledger/p").map(StoredObject::version)).isEqualTo(version);
    }

    @Test
    void aSwapFromAbsentLosesWhenThereIsOne() throws Exception {
        store.create("p", bytes("1"));

        assertThat(store.compareAndSwap("p", null, bytes("2"))).isEmpty();
        assertThat(text("p")).isEqualTo("1");
    }

    @Test
    void aSwapFromTheCurrentVersionReplaces() throws Exception {
        store.create("p", bytes("1"));
        String first = store.get("p").orElseThrow().version();

        String second = store.compareAndSwap("p", first, bytes("two")).orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(store.get("p").orElseThrow()).isEqualTo(new StoredObject(bytes("two"), second));
        assertThat(store.list("p")).extracting(ListedObject::size).containsExactly(3L);

        assertThat(store.compareAndSwap("p", second, bytes("3"))).isPresent();
        assertThat(text("p")).isEqualTo("3");
    }

    @Test
    void aSwapFromAStaleVersionLoses() throws Exception {
        String first = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        assertThat(store.compareAndSwap("p", first, bytes("2"))).isPresent();

        assertThat(store.compareAndSwap("p", first, bytes("3"))).isEmpty();
        assertThat(store.compareAndSwap("p", first, bytes("2"))).isEmpty();
        assertThat(text("p")).isEqualTo("2");
    }

    @Test
    void aSwapFromAVersionLosesWhenThereIsNone() throws Exception {
        String version = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        store.delete("p");

        assertThat(store.compareAndSwap("p", version, bytes("2"))).isEmpty();
        assertThat(store.compareAndSwap("never/was", version, bytes("2"))).isEmpty();
        assertThat(store.get("p")).isEmpty();
        assertThat(store.list("")).isEmpty();
    }

    @Test
    void aSwapToTheSameContentKeepsTheObjectSwappable() throws Exception {
        String first = store.compareAndSwap("p", null, bytes("1")).orElseThrow();
        String second = store.compareAndSwap("p", first, bytes("1")).orElseThrow();

        assertThat(store.compareAndSwap("p", second, bytes("2"))).isPresent();
        assertThat(text("p")).isEqualTo("2");
    }

    @Test
    void versionsBelongToOneObject() throws Exception {
        String ofA = store.compareAndSwap("a", null, bytes("A")).orElseThrow();
        assertThat(store.compareAndSwap("b", null, bytes("B"))).isPresent();

        assertThat(store.compareAndSwap("b", ofA, bytes("C"))).isEmpty();
        assertThat(text("b")).isEqualTo("B");
    }

    // Deleting

    @Test
    void whatIsDeletedIsGoneAndCanBeCreatedAgain() throws Exception {
        store.create("a/b", bytes("1"));
        store.create("a/c", bytes("2"));

        store.delete("a/b");

        assertThat(store.get("a/b")).isEmpty();
        assertThat(keys("")).containsExactly("a/c");
        assertThat(store.create("a/b", bytes("3"))).isTrue();
        assertThat(text("a/b")).isEqualTo("3");
    }

    @Test
    void deletingWhatIsMissingIsNoError() throws Exception {
        store.create("a/b", bytes("1"));

        store.delete("a/c");
        store.delete("x/y/z");
        store.delete("a/b");
        store.delete("a/b");

        assertThat(keys("")).isEmpty();
    }

    // Listing

    @Test
    void anEmptyStoreListsNothing() throws Exception {
        assertThat(keys("")).isEmpty();
        assertThat(keys("a")).isEmpty();
        assertThat(keys("a/")).isEmpty();
        assertThat(keys("a/b/c")).isEmpty();
    }

    @Test
    void aPrefixMayBeEmptyAFolderOrEndInsideASegment() throws Exception {
        createAll("a/b/1", "a/b/2", "a/bc/3", "a/bd", "a/c", "ab/b/4", "b");

        assertThat(keys("")).containsExactly("a/b/1", "a/b/2", "a/bc/3", "a/bd", "a/c", "ab/b/4", "b");
        assertThat(keys("a")).containsExactly("a/b/1", "a/b/2", "a/bc/3", "a/bd", "a/c", "ab/b/4");
        assertThat(keys("a/")).containsExactly("a/b/1", "a/b/2", "a/bc/3", "a/bd", "a/c");
        assertThat(keys("a/b")).containsExactly("a/b/1", "a/b/2", "a/bc/3", "a/bd");
        assertThat(keys("a/b/")).containsExactly("a/b/1", "a/b/2");
        assertThat(keys("a/b/1")).containsExactly("a/b/1");
        assertThat(keys("a/b/1/")).isEmpty();
        assertThat(keys("a/bc/3x")).isEmpty();
        assertThat(keys("B")).isEmpty();
        assertThat(keys("c/")).isEmpty();
    }

    @Test
    void aListingTellsSizeAndTime() throws Exception {
        store.create("a/one", bytes("1"));
        store.create("a/three", bytes("333"));

        List<ListedObject> listed = list("a/");
        assertThat(listed).extracting(ListedObject::key).containsExactly("a/one", "a/three");
        assertThat(listed).extracting(ListedObject::size).containsExactly(1L, 3L);
        // The store's clock may be off, but not by days.
        assertThat(listed)
                .allSatisfy(object -> assertThat(Duration.between(object.lastModified(), Instant.now())
                                .abs())
                        .isLessThan(Duration.ofDays(1)));
    }

    @Test
    void aListingIsInTheOrderOfUtf8Bytes() throws Exception {
        List<String> keys = new ArrayList<>(awkwardKeys());
        // Siblings of a folder that sort before and behind its '/'.
        keys.addAll(List.of("f/z", "f-/z", "f!", "f0", "f.", "f /z", "f%/z", "f=/z", "f~", "f@", "F/z"));
        keys.addAll(List.of("f/a/1", "f/a-1", "f/a.b", "f/a0", "f/aa/1"));
        Collections.shuffle(keys, new Random(7));
        createAll(keys.toArray(String[]::new));

        List<String> expected = new ArrayList<>(keys);
        expected.sort((left, right) -> Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8)));
        assertThat(keys("")).containsExactlyElementsOf(expected);
        assertThat(keys("f"))
                .containsExactlyElementsOf(
                        expected.stream().filter(key -> key.startsWith("f")).toList());
    }

    @Test
    void tenThousandObjectsAreListedEachOnce() throws Exception {
        List<String> expected = IntStream.range(0, 10_000)
                .mapToObj(i -> "many/folder=%02d/%05d.jsonl".formatted(i / 400, i))
                .toList();
        fill(store, expected);

        assertThat(keys("many/")).containsExactlyElementsOf(expected);
        assertThat(keys("many/folder=03/")).containsExactlyElementsOf(expected.subList(1200, 1600));
        assertThat(keys("many/folder=1")).containsExactlyElementsOf(expected.subList(4000, 8000));
        assertThat(store.list("").limit(3).map(ListedObject::key)).containsExactlyElementsOf(expected.subList(0, 3));
    }

    @Test
    void aListingIsReadWhileObjectsComeAndGo() throws Exception {
        // Many in one folder, so that a store with folders has time to lose some between reading names and sizes.
        List<String> staying = IntStream.range(0, 600)
                .mapToObj(i -> "d%d/%03d".formatted(i / 300, i))
                .toList();
        fill(store, staying);
        AtomicBoolean done = new AtomicBoolean();

        atOnce(4, worker -> {
            try {
                for (int i = 0; worker == 0 && i < turns(); i++) {
                    List<String> seen = keys("");
                    assertThat(seen).doesNotHaveDuplicates().isSorted();
                    assertThat(seen.stream().filter(key -> !key.contains("passing")))
                            .containsExactlyElementsOf(staying);
                }
                for (int i = 0; worker > 0 && !done.get(); i++) {
                    String key = "d%d/%03d-passing%s%d".formatted(i % 2, i * 7 % 600, i % 3 == 0 ? "/" : "-", worker);
                    store.create(key, bytes(key));
                    store.delete(key);
                }
            } finally {
                done.set(true);
            }
        });
    }

    // Names

    @Test
    void awkwardNamesAreNames() throws Exception {
        List<String> keys = awkwardKeys();
        assertThat(keys).hasSizeGreaterThan(20).doesNotHaveDuplicates();
        for (String key : keys) {
            assertThat(store.create(key, bytes("1" + key))).as(key).isTrue();
        }

        for (String key : keys) {
            StoredObject object = store.get(key).orElseThrow();
            assertThat(new String(object.content(), UTF_8)).isEqualTo("1" + key);
            assertThat(store.create(key, bytes("other"))).as(key).isFalse();
            assertThat(store.compareAndSwap(key, object.version(), bytes("2" + key)))
                    .as(key)
                    .isPresent();
            assertThat(list(key).get(0).key()).isEqualTo(key);
        }
        assertThat(keys("")).containsExactlyInAnyOrderElementsOf(keys);
        for (String key : keys) {
            assertThat(text(key)).isEqualTo("2" + key);
            store.delete(key);
            assertThat(store.get(key)).as(key).isEmpty();
        }
        assertThat(keys("")).isEmpty();
    }

    static List<String> badKeys() {
        return List.of(
                "",
                "/",
                "/a",
                "a/",
                "a//b",
                "//a",
                ".",
                "..",
                "./a",
                "../a",
                "a/.",
                "a/..",
                "a/./b",
                "a/../b",
                "../../etc/passwd",
                "\0",
                "a\0b",
                "a/b\0",
                "\ud800",
                "a\udc00",
                "\udc00\ud800",
                "a\ud83d/\ude00",
                ".tmp",
                ".tmp/x",
                ".tmp/locks/0");
    }

    @ParameterizedTest
    @MethodSource("badKeys")
    void aBadKeyIsRefusedByEveryCall(String key) throws Exception {
        assertThatThrownBy(() -> store.create(key, bytes("x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.createStreaming(key, out -> {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.get(key)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.open(key)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.compareAndSwap(key, null, bytes("x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.compareAndSwap(key, "1", bytes("x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(key)).isInstanceOf(IllegalArgumentException.class);
        assertThat(keys("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a", "a//", "a//b", "./", "../", "a/../", "a/./b", "\0", "a/\0", "\ud800", ".tmp/"})
    void aBadPrefixIsRefused(String prefix) {
        assertThatThrownBy(() -> store.list(prefix)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/.", "a/..", ".tmp", ".t"})
    void aPrefixMayEndInTheMiddleOfASegmentThatIsNoneByItself(String prefix) throws Exception {
        createAll(prefix + "x", "other");

        assertThat(keys(prefix)).containsExactly(prefix + "x");
    }

    // Races

    @Test
    void ofManyCreatorsOneWinsAndTheContentIsTheWinners() throws Exception {
        ObjectStore other = another(store);
        for (int round = 0; round < 20; round++) {
            String key = "race/" + round;
            boolean[] created = new boolean[32];
            atOnce(32, i -> created[i] = (i % 2 == 0 ? store : other).create(key, pattern(2_000 + i, i)));

            List<Integer> winners =
                    IntStream.range(0, 32).filter(i -> created[i]).boxed().toList();
            assertThat(winners).hasSize(1);
            int winner = winners.get(0);
            assertThat(isPattern(store.get(key).orElseThrow().content(), 2_000 + winner, winner))
                    .isTrue();
        }
    }

    @Test
    void ofCreatorsAndSwappersFromAbsentOneWins() throws Exception {
        ObjectStore other = another(store);
        for (int round = 0; round < 20; round++) {
            String key = "race/" + round;
            boolean[] won = new boolean[8];
            atOnce(8, i -> {
                byte[] content = bytes("writer " + i);
                won[i] = i % 2 == 0
                        ? store.create(key, content)
                        : other.compareAndSwap(key, null, content).isPresent();
            });

            List<Integer> winners =
                    IntStream.range(0, 8).filter(i -> won[i]).boxed().toList();
            assertThat(winners).hasSize(1);
            assertThat(text(key)).isEqualTo("writer " + winners.get(0));
        }
    }

    @Test
    void aCounterUnderManyWritersCountsExactly() throws Exception {
        ObjectStore other = another(store);
        atOnce(8, i -> {
            for (int n = 0; n < turns(); n++) {
                increment(i % 2 == 0 ? store : other, "counter");
            }
        });

        assertThat(text("counter")).isEqualTo(Integer.toString(8 * turns()));
    }

    @Test
    void countersOfDifferentNamesDoNotMeet() throws Exception {
        atOnce(8, i -> {
            for (int n = 0; n < 25; n++) {
                increment(store, "counter-" + i);
            }
        });

        for (int i = 0; i < 8; i++) {
            assertThat(text("counter-" + i)).isEqualTo("25");
        }
    }

    @Test
    void aReaderNeverSeesAMixture() throws Exception {
        int size = 300_000;
        String[] version = {store.compareAndSwap("p", null, pattern(size, 0)).orElseThrow()};
        AtomicBoolean done = new AtomicBoolean();
        int[] reads = new int[1];

        atOnce(2, worker -> {
            try {
                for (int i = 1; worker == 0 && i <= 100; i++) {
                    version[0] = store.compareAndSwap("p", version[0], pattern(size + i, i))
                            .orElseThrow();
                }
                while (worker == 1 && !done.get()) {
                    byte[] content = store.get("p").orElseThrow().content();
                    assertThat(isPattern(content, content.length, content.length - size))
                            .isTrue();
                    reads[0]++;
                }
            } finally {
                done.set(true);
            }
        });

        assertThat(reads[0]).isPositive();
    }

    @Test
    void aSwapDoesNotBringBackWhatIsDeleted() throws Exception {
        ObjectStore other = another(store);
        for (int round = 0; round < 50; round++) {
            String key = "gone/" + round;
            String version = store.compareAndSwap(key, null, bytes("1")).orElseThrow();
            atOnce(2, i -> {
                if (i == 0) {
                    store.compareAndSwap(key, version, bytes("2"));
                } else {
                    other.delete(key);
                }
            });

            assertThat(store.get(key)).as("round %d", round).isEmpty();
        }
    }

    @Test
    void creatingInAFolderThatOthersEmptyDoesNotFail() throws Exception {
        ObjectStore other = another(store);
        atOnce(4, worker -> {
            for (int i = 0; i < turns() / 2; i++) {
                ObjectStore mine = worker % 2 == 0 ? store : other;
                String key = "busy/folder/" + worker;
                assertThat(mine.create(key, bytes(key))).isTrue();
                assertThat(new String(mine.get(key).orElseThrow().content(), UTF_8))
                        .isEqualTo(key);
                mine.delete(key);
            }
        });

        assertThat(keys("")).isEmpty();
    }

    // What the tests of single stores may use too

    protected static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Bytes that follow from size and seed, cheap to make and to compare. */
    protected static byte[] pattern(int size, int seed) {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i++) {
            content[i] = patternAt(i, seed);
        }
        return content;
    }

    protected static boolean isPattern(byte[] content, int size, int seed) {
        boolean equal = content.length == size;
        for (int i = 0; equal && i < size; i++) {
            equal = content[i] == patternAt(i, seed);
        }
        return equal;
    }

    private static byte patternAt(int index, int seed) {
        return (byte) (index * 31 + (index >> 8) * 7 + seed * 101);
    }

    /** Adds one to a number held as text, however many others do the same. */
    static long increment(ObjectStore store, String key) throws IOException {
        while (true) {
            Optional<StoredObject> current = store.get(key);
            long next = 1
                    + current.map(object -> Long.parseLong(new String(object.content(), UTF_8)))
                            .orElse(0L);
            String expected = current.map(StoredObject::version).orElse(null);
            if (store.compareAndSwap(key, expected, bytes(Long.toString(next))).isPresent()) {
                return next;
            }
        }
    }

    protected interface Work {
        void run(int worker) throws Exception;
    }

    /** Runs the work in so many threads, started together; the first failure of any fails the test. */
    protected static void atOnce(int workers, Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            CyclicBarrier start = new CyclicBarrier(workers);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int worker = i;
                running.add(threads.submit(() -> {
                    start.await(1, TimeUnit.MINUTES);
                    work.run(worker);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(4, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private String text(String key) throws IOException {
        return new String(store.get(key).orElseThrow().content(), UTF_8);
    }

    private List<ListedObject> list(String prefix) throws IOException {
        try (Stream<ListedObject> listed = store.list(prefix)) {
            return listed.toList();
        }
    }

    private List<String> keys(String prefix) throws IOException {
        return list(prefix).stream().map(ListedObject::key).toList();
    }

    private void createAll(String... keys) throws IOException {
        for (String key : keys) {
            assertThat(store.create(key, bytes(key))).as(key).isTrue();
        }
    }
}
