package dev.sluice.archive;

import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Tells which records are in a file without reading all of it: from the headers of its blocks, the first number in each, and
 * the last block. That is enough for a plain file, which nearly all are: every block has records and is followed by the
 * marker, the last one ends where the file does, and numbers go up by one. That they do so within the other blocks too is
 * taken on trust, and checked when these are read.
 */
final class FileGlance {
    private final FileBlocks blocks;
    private final long size;
    private final Contents contents;
    private long first = -1;
    private long records;

    private FileGlance(FileBlocks blocks, long size, ArchiveFilter filter) {
        this.blocks = blocks;
        this.size = size;
        this.contents = new Contents(filter);
    }

    /**
     * Looks at a file.
     *
     * @return empty if it is not plain; what is wrong with it, if anything, only a {@link FileScan} tells
     * @throws IOException from the store
     */
    static Optional<ScannedFile> of(ObjectStore store, ArchiveFile file, ArchiveFilter filter) throws IOException {
        if (filter.readsAll()) {
            return Optional.empty();
        }
        try (FileBlocks blocks = FileBlocks.open(store, file.key())) {
            FileGlance glance = new FileGlance(blocks, file.size(), filter);
            try {
                if (!glance.isPlain()) {
                    return Optional.empty();
                }
                Plain plain = new Plain(store, file, filter, glance.contents);
                return Optional.of(new ScannedFile(file.key(), file.size(), plain, glance.contents, List.of()));
            } catch (IOException e) {
                blocks.bytes().throwFailure();
                return Optional.empty();
            }
        } catch (DamagedFileException e) {
            return Optional.empty();
        }
    }

    private boolean isPlain() throws IOException {
        while (blocks.begin()) {
            if (blocks.count() == 0 || blocks.isLarge()) {
                return false;
            }
            boolean isLast = blocks.end() == size;
            if (isLast ? !isLastPlain() : !isNext(blocks.skipBehindFirst())) {
                return false;
            }
            records += blocks.count();
        }
        return blocks.bytes().position() == size;
    }

    private boolean isNext(long sequence) {
        if (records == 0) {
            first = sequence;
        }
        return sequence == first + records;
    }

    private boolean isLastPlain() throws IOException {
        if (!(blocks.read() instanceof Block.Whole last)) {
            return false;
        }
        long start = last.events().get(0).sequence();
        if (!isNext(start)
                || !last.isConsecutive(start)
                || last.events().stream().anyMatch(event -> event.time() == null)) {
            return false;
        }
        if (records > 0) {
            contents.add(new Contents.Run(0, records, first, start - 1));
        }
        last.events().forEach(contents::add);
        return true;
    }

    /** A plain file; its contents are one run, or none. */
    private record Plain(ObjectStore store, ArchiveFile file, ArchiveFilter filter, Contents contents)
            implements ScannedFile.Source {
        @Override
        public Events open(long from) throws IOException {
            return GlancedEvents.open(store, file.key(), contents.runs().get(0), from);
        }

        @Override
        public ScannedFile whole() {
            return FileScan.whole(store, file, filter);
        }
    }
}
