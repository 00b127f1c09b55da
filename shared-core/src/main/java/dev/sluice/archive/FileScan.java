package dev.sluice.archive;

import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file from end to end and tells which records are in it. A block counts only if it is whole: as many records as it
 * says, not a byte more or less, and the file's marker behind it. Behind one that is not, the next marker is looked for.
 */
final class FileScan {
    /** Behind so many the rest of the file is given up: each costs another reading from the start. */
    private static final int MOST_DAMAGED_BLOCKS = 16;

    private static final int MOST_RUNS = 100;

    private final ObjectStore store;
    private final ArchiveFile file;
    private final ArchiveFilter filter;
    private final Contents contents;
    private final List<BlockEvents.Extent> extents = new ArrayList<>();
    private final List<ArchiveFault> faults = new ArrayList<>();

    private FileScan(ObjectStore store, ArchiveFile file, ArchiveFilter filter) {
        this.store = store;
        this.file = file;
        this.filter = filter;
        this.contents = new Contents(filter);
    }

    /** Glances at a file, and reads it from end to end if that does not do. */
    static ScannedFile scan(ObjectStore store, ArchiveFile file, ArchiveFilter filter) {
        try {
            Optional<ScannedFile> plain = FileGlance.of(store, file, filter);
            return plain.isPresent() ? plain.get() : whole(store, file, filter);
        } catch (IOException e) {
            return new FileScan(store, file, filter).unreadable(e).found();
        }
    }

    /** Reads a file from end to end. Whatever is wrong with it, or with reading it, is a fault of the file. */
    static ScannedFile whole(ObjectStore store, ArchiveFile file, ArchiveFilter filter) {
        FileScan scan = new FileScan(store, file, filter);
        try {
            scan.run();
        } catch (DamagedFileException e) {
            scan.faults.add(e.in(file.key()));
        } catch (IOException e) {
            scan.unreadable(e);
        }
        return scan.found();
    }

    private ScannedFile found() {
        return new ScannedFile(
                file.key(), file.size(), from -> BlockEvents.open(store, file.key(), extents), contents, faults);
    }

    private FileScan unreadable(IOException e) {
        fault(ArchiveFault.UNREADABLE, "it could not be read: " + e.getMessage());
        return this;
    }

    private void fault(String code, String reason) {
        faults.add(new ArchiveFault(file.key(), code, reason));
    }

    private void run() throws IOException, DamagedFileException {
        long start = 0;
        for (int damaged = 0; start >= 0; damaged++) {
            if (damaged > MOST_DAMAGED_BLOCKS) {
                fault(
                        "damaged_block",
                        "over " + MOST_DAMAGED_BLOCKS + " blocks are damaged; from byte " + start
                                + " on it was not read");
                return;
            }
            start = scanFrom(start);
        }
    }

    /**
     * Reads whole blocks.
     *
     * @param from where one begins; 0: behind the header
     * @return where the next one behind a damaged one begins; -1 if there is nothing more to read
     */
    private long scanFrom(long from) throws IOException, DamagedFileException {
        try (FileBlocks blocks = FileBlocks.open(store, file.key())) {
            FileBytes bytes = blocks.bytes();
            bytes.goTo(from);
            long start = bytes.position();
            long extent = start;
            long whole = 0;
            try {
                while (true) {
                    Contents block = new Contents(filter);
                    if (!read(blocks, block)) {
                        requireAll(bytes.position());
                        return -1;
                    }
                    if (contents.runs().size() + block.runs().size() > MOST_RUNS) {
                        fault(
                                "out_of_order",
                                "its offsets go back over " + MOST_RUNS + " times; from byte " + start
                                        + " on it was not read");
                        return -1;
                    }
                    contents.add(block);
                    whole++;
                    start = bytes.position();
                }
            } catch (IOException e) {
                bytes.throwFailure();
            } finally {
                if (whole > 0) {
                    extents.add(new BlockEvents.Extent(extent, whole));
                }
            }
            return behindDamage(start, blocks.marker());
        }
    }

    private static boolean read(FileBlocks blocks, Contents contents) throws IOException {
        if (!blocks.begin()) {
            return false;
        }
        Block block = blocks.read();
        for (long i = 0; i < blocks.count(); i++) {
            contents.add(block.read(sequence -> false));
        }
        block.end();
        return true;
    }

    private void requireAll(long position) {
        if (position < file.size()) {
            fault(ArchiveFault.UNREADABLE, "the store gave " + position + " of its " + file.size() + " bytes");
        }
    }

    private long behindDamage(long start, byte[] marker) throws IOException {
        try (FileBytes bytes = FileBytes.open(store, file.key())) {
            bytes.goTo(start);
            if (findEnd(bytes, marker)) {
                fault(
                        "damaged_block",
                        "the block from byte " + start + " to byte " + bytes.position() + " cannot be read");
                return bytes.position();
            }
            fault(
                    "cut_off",
                    "it ends at byte " + bytes.position() + " inside the block that begins at byte " + start
                            + ", or is damaged from there on");
            return -1;
        }
    }

    /** Goes on to where the next marker ends. */
    private static boolean findEnd(FileBytes bytes, byte[] marker) throws IOException {
        byte[] last = new byte[marker.length];
        int seen = 0;
        for (int b = bytes.read(); b >= 0; b = bytes.read()) {
            System.arraycopy(last, 1, last, 0, last.length - 1);
            last[last.length - 1] = (byte) b;
            if (++seen >= marker.length && Arrays.equals(last, marker)) {
                return true;
            }
        }
        return false;
    }
}
