package dev.sluice.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileObjectStoreTest extends ObjectStoreContract {
    private static final Instant NOW = Instant.parse("2026-08-07T16:30:10Z");

    @TempDir
    private Path folder;

    private Path root;
    private FileObjectStore store;

    @Override
    protected ObjectStore newStore() {
        return new FileObjectStore(contractRoot());
    }

    @Override
    protected ObjectStore another(ObjectStore store) {
        // Another spelling of the path, and so another object in every respect.
        return new FileObjectStore(folder.resolve("made/../made/by/./the store"));
    }

    /** Without forcing each to the disk. */
    @Override
    protected void fill(ObjectStore store, List<String> keys) throws IOException {
        for (String key : keys) {
            Path file = contractRoot().resolve(key);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
        }
    }

    private Path contractRoot() {
        return folder.resolve("made/by/the store");
    }

    @Override
    protected List<String> awkwardKeys() {
        boolean unicode = "UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));
        return super.awkwardKeys().stream()
                .filter(key -> unicode || key.chars().allMatch(c -> c < 128))
                .toList();
    }

    @BeforeEach
    void openOwnStore() {
        root = folder.resolve("root");
        store = new FileObjectStore(root);
    }

    // On disk

    @Test
    void anObjectIsAPlainFileUnderItsKey() throws Exception {
        store.create("db=a/t.json", bytes("x"));
        store.compareAndSwap("ledger/p", null, bytes("1"));

        assertThat(root.resolve("db=a/t.json")).hasContent("x");
        assertThat(root.resolve("ledger/p")).hasContent("1");
    }

    @Test
    void aVersionIsTheHashOfTheContent() throws Exception {
        store.create("k", bytes("abc"));

        assertThat(store.get("k").orElseThrow().version()).isEqualTo("ba7816bf8f01cfea414140de5dae2223");
        assertThat(store.compareAndSwap("k", "ba7816bf8f01cfea414140de5dae2223", bytes("")))
                .contains("e3b0c44298fc1c149afbf4c8996fb924");
    }

    @Test
    void objectsAreAsReadableAsOtherNewFiles() throws Exception {
        Path ordinary = Files.createFile(folder.resolve("ordinary"));
        store.create("created", bytes("x"));
        store.compareAndSwap("created", store.get("created").orElseThrow().version(), bytes("swapped"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("created"))))
                .isEqualTo(PosixFilePermissions.toString(Files.getPosixFilePermissions(ordinary)));
    }

    @Test
    void readingMakesNoFilesOrFolders() throws Exception {
        assertThat(store.get("a")).isEmpty();
        assertThat(store.list("")).isEmpty();
        assertThat(store.compareAndSwap("a", "1", bytes("x"))).isEmpty();
        store.delete("a");

        assertThat(root).doesNotExist();
    }

    @Test
    void nothingTemporaryIsListedOrLeft() throws Exception {
        store.create("a", bytes("1"));
        assertThat(store.create("a", bytes("2"))).isFalse();
        String version = store.get("a").orElseThrow().version();
        store.compareAndSwap("a", version, bytes("3"));
        store.compareAndSwap("a", version, bytes("4"));
        store.compareAndSwap("a", null, bytes("5"));
        store.delete("a");
        store.create("b", bytes("6"));

        assertThat(store.list("")).extracting(ListedObject::key).containsExactly("b");
        assertThat(store.list(".")).isEmpty();
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void lockFilesAreFewHoweverManyTheNames() throws Exception {
        for (int i = 0; i < 100; i++) {
            store.create("k" + i, bytes("x"));
            store.delete("k" + i);
        }

        try (Stream<Path> locks = Files.list(root.resolve(".tmp/locks"))) {
            assertThat(locks).hasSizeBetween(2, 64);
        }
    }

    @Test
    void foldersStayWhenTheirLastObjectIsDeleted() throws Exception {
        store.create("a/b/c", bytes("1"));
        store.delete("a/b/c");

        assertThat(root.resolve("a/b")).isEmptyDirectory();
        assertThat(store.list("")).isEmpty();
    }

    @Test
    void aFolderThatSomebodyTidiedAwayIsMadeAgain() throws Exception {
        store.create("a/b/c/1", bytes("1"));
        store.delete("a/b/c/1");
        Files.delete(root.resolve("a/b/c"));
        Files.delete(root.resolve("a/b"));

        assertThat(store.create("a/b/c/2", bytes("2"))).isTrue();
        assertThat(root.resolve("a/b/c/2")).hasContent("2");
    }

    @Test
    void aListingPassesOverFoldersThatVanishOrBecomeObjects() throws Exception {
        for (String key : List.of("a/1", "b/1", "c/1", "d/1")) {
            store.create(key, bytes(key));
        }
        Iterator<ListedObject> listing = store.list("").iterator();
        assertThat(listing.next().key()).isEqualTo("a/1");
        for (String gone : List.of("c", "d")) {
            Files.delete(root.resolve(gone + "/1"));
            Files.delete(root.resolve(gone));
        }
        store.create("d", bytes("now an object"));

        assertThat(listing).toIterable().extracting(ListedObject::key).containsExactly("b/1");
    }

    @Test
    void theRootMayBeASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("real")));
        FileObjectStore linked = new FileObjectStore(link);

        assertThat(linked.create("a/b", bytes("x"))).isTrue();
        assertThat(linked.list("")).extracting(ListedObject::key).containsExactly("a/b");
        assertThat(folder.resolve("real/a/b")).hasContent("x");
    }

    // What is in the way

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b"})
    void aFolderIsNoObjectAndEveryCallSaysSo(String key) throws Exception {
        store.create("a/b/c", bytes("x"));

        assertEveryCallFails(key, "'" + key + "'");
        assertThat(store.list("")).extracting(ListedObject::key).containsExactly("a/b/c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a/b/c"})
    void anObjectIsNoFolderAndEveryCallSaysSo(String key) throws Exception {
        store.create("a", bytes("x"));

        assertEveryCallFails(key, "'" + key + "'");
        assertThat(store.list("")).extracting(ListedObject::key).containsExactly("a");
        assertThat(store.list("a/")).isEmpty();
        assertThat(store.list("a/b/")).isEmpty();
    }

    @Test
    void aSymbolicLinkIsNoObject() throws Exception {
        store.create("a", bytes("x"));
        Files.createSymbolicLink(root.resolve("link"), root.resolve("a"));
        Files.createSymbolicLink(root.resolve("dangling"), root.resolve("nowhere"));
        Files.createSymbolicLink(root.resolve("loop"), root);

        assertEveryCallFails("link", "'link'");
        assertEveryCallFails("dangling", "'dangling'");
        assertThat(store.list("")).extracting(ListedObject::key).containsExactly("a");
    }

    @Test
    void aNameTooLongForTheFileSystemIsAnError() {
        String key = "n".repeat(256);

        assertEveryCallFails(key, "'" + key + "'");
    }

    @Test
    void aRootThatIsAFileIsAnError() throws Exception {
        FileObjectStore onFile = new FileObjectStore(Files.createFile(folder.resolve("file")));

        assertThatThrownBy(() -> onFile.create("a", bytes("x"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> onFile.get("a")).isInstanceOf(IOException.class);
    }

    @Test
    void withoutHardLinksTheErrorTellsWhatToDo() {
        FileObjectStore.HardLink unsupported = (link, existing) -> {
            throw new UnsupportedOperationException();
        };
        FileObjectStore.HardLink forbidden = (link, existing) -> {
            throw new FileSystemException(link.toString(), existing.toString(), "Operation not permitted");
        };

        for (FileObjectStore.HardLink hardLink : List.of(unsupported, forbidden)) {
            FileObjectStore without = new FileObjectStore(root, () -> NOW, hardLink);
            assertThatThrownBy(() -> without.create("db=a/t", bytes("x")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'db=a/t'")
                    .hasMessageContaining("choose a root on one file system that has them");
        }
        assertThat(root.resolve("db=a/t")).doesNotExist();
        assertThat(temporaryFiles()).isEmpty();
    }

    @Test
    void aLinkWhoseAnswerWasLostIsOurOwn() throws Exception {
        FileObjectStore.HardLink answersLate = (link, existing) -> {
            Files.createLink(link, existing);
            throw new FileAlreadyExistsException(link.toString());
        };
        FileObjectStore network = new FileObjectStore(root, () -> NOW, answersLate);

        assertThat(network.create("a", bytes("x"))).isTrue();
        assertThat(network.create("a", bytes("x"))).isFalse();
        assertThat(root.resolve("a")).hasContent("x");
    }

    @Test
    void aLinkThatFindsAnothersObjectIsNotOurs() throws Exception {
        FileObjectStore.HardLink overtaken = (link, existing) -> {
            Files.writeString(link, "another's");
            Files.createLink(link, existing);
        };

        assertThat(new FileObjectStore(root, () -> NOW, overtaken).create("a", bytes("ours")))
                .isFalse();
        assertThat(root.resolve("a")).hasContent("another's");
    }

    @Test
    void aLinkThatFindsAFolderIsAnError() {
        FileObjectStore.HardLink overtaken = (link, existing) -> {
            Files.createDirectory(link);
            Files.createLink(link, existing);
        };

        assertThatThrownBy(() -> new FileObjectStore(root, () -> NOW, overtaken).create("a", bytes("x")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'a'");
    }

    // Leftovers

    @Test
    void temporaryFilesOlderThanADayAreRemovedAtTheStart() throws Exception {
        store.create("kept", bytes("x"));
        Path old = temporary("old", NOW.minus(Duration.ofDays(1)).minusSeconds(1));
        Path young = temporary("young", NOW.minus(Duration.ofDays(1)).plusSeconds(1));
        Path lock = Files.createDirectories(root.resolve(".tmp/locks")).resolve("0");
        Files.setLastModifiedTime(Files.createFile(lock), FileTime.from(NOW.minus(Duration.ofDays(100))));
        Files.setLastModifiedTime(root.resolve("kept"), FileTime.from(NOW.minus(Duration.ofDays(100))));

        new FileObjectStore(root, () -> NOW, Files::createLink);

        assertThat(old).doesNotExist();
        assertThat(young).exists();
        assertThat(lock).exists();
        assertThat(root.resolve("kept")).exists();
    }

    @Test
    void aFolderOfSomebodyElseIsNotTidied() throws Exception {
        store.create("kept", bytes("x"));
        Path old = temporary("old", Instant.EPOCH);

        FileObjectStore foreign = FileObjectStore.foreign(root);

        assertThat(foreign.listAll("")).extracting(ListedObject::key).containsExactly("kept");
        assertThat(old).exists();
    }

    @Test
    void aLeftoverThatIsAlreadyLinkedLeavesItsObject() throws Exception {
        Path old = temporary("linked", NOW.minus(Duration.ofDays(2)));
        Files.createLink(root.resolve("object"), old);

        assertThat(new FileObjectStore(root, () -> NOW, Files::createLink).get("object"))
                .map(object -> new String(object.content(), UTF_8))
                .contains("leftover");
        assertThat(old).doesNotExist();
    }

    // Other processes

    @Test
    void twoProcessesThatSwapCountExactly() throws Exception {
        try (StoreProcess other = StoreProcess.start(root, "increment", 300)) {
            other.go();
            assertThat(other.readLine()).isNotNull(); // It is at it.
            atOnce(2, worker -> {
                for (int i = 0; i < 150; i++) {
                    increment(store, "counter");
                }
            });
            other.awaitSuccess();
        }

        assertThat(root.resolve("counter")).hasContent("600");
    }

    @Test
    void aKilledProcessLeavesOnlyWholeObjects() throws Exception {
        List<String> reported = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            Path place = root.resolve("round" + round);
            List<String> created = new ArrayList<>();
            try (StoreProcess other = StoreProcess.start(place, "create", 10_000)) {
                other.go();
                for (int i = 0; i < 10 + 7 * round; i++) {
                    created.add(other.readLine());
                }
                other.kill();
            }
            FileObjectStore after = new FileObjectStore(place);

            List<String> listed = after.list("").map(ListedObject::key).toList();
            assertThat(listed).containsAll(created).isSorted();
            for (String key : listed) {
                assertThat(StoreProcess.isContentOf(
                                key, after.get(key).orElseThrow().content()))
                        .as(key)
                        .isTrue();
            }
            reported.addAll(created);
        }

        assertThat(reported).hasSize(10 + 17 + 24 + 31 + 38).doesNotContainNull();
    }

    @Test
    void aProcessKilledWhileItSwapsLeavesOldOrNewAndNoLock() throws Exception {
        for (int round = 0; round < 3; round++) {
            long reported = 0;
            try (StoreProcess other = StoreProcess.start(root, "increment", 100_000)) {
                other.go();
                for (int i = 0; i < 20 + round; i++) {
                    reported = Long.parseLong(other.readLine());
                }
                other.kill();
                for (String line = other.readLine(); line != null; line = other.readLine()) {
                    reported = Long.parseLong(line);
                }
            }

            long found = Long.parseLong(Files.readString(root.resolve("counter")));
            assertThat(found).isBetween(reported, reported + 1);
            assertThat(increment(store, "counter")).isEqualTo(found + 1);
        }
    }

    private void assertEveryCallFails(String key, String named) {
        assertThatThrownBy(() -> store.create(key, bytes("x")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(named);
        assertThatThrownBy(() -> store.get(key)).isInstanceOf(IOException.class).hasMessageContaining(named);
        for (String expected : Arrays.asList(null, "1")) {
            assertThatThrownBy(() -> store.compareAndSwap(key, expected, bytes("x")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(named);
        }
        assertThatThrownBy(() -> store.delete(key))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(named);
    }

    private Path temporary(String name, Instant lastModified) throws IOException {
        Path file = Files.createDirectories(root.resolve(".tmp")).resolve(name);
        Files.writeString(file, "leftover");
        return Files.setLastModifiedTime(file, FileTime.from(lastModified));
    }

    private List<Path> temporaryFiles() {
        try (Stream<Path> files = Files.list(root.resolve(".tmp"))) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
