package dev.sluice.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Files that nobody sees until they are linked or renamed to where they belong. */
final class TemporaryFiles {
    private static final Duration LEFTOVER_AGE = Duration.ofDays(1);

    /** The JDK keeps a direct buffer per thread, as big as the biggest piece ever written or read. */
    static final int PIECE_BYTES = 1 << 20;

    private final Path folder;

    TemporaryFiles(Path folder) {
        this.folder = folder;
    }

    /** Writes a new file and forces it to the disk. */
    Path write(ObjectStore.Content content) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(UUID.randomUUID().toString());
        boolean written = false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            content.writeTo(new ChannelOutput(channel));
            channel.force(true);
            written = true;
            return file;
        } finally {
            if (!written) {
                discard(file);
            }
        }
    }

    /** Writes piece by piece. */
    private static final class ChannelOutput extends OutputStream {
        private final FileChannel channel;

        private ChannelOutput(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] content, int from, int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(content, from, length);
            int end = bytes.limit();
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + PIECE_BYTES));
                channel.write(bytes);
            }
        }
    }

    /** Deletes the file; one that cannot be deleted does no harm, and is a leftover later. */
    void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // As said.
        }
    }

    /** Deletes what writers that were killed left behind: files a day older than now. No write takes that long. */
    void removeLeftovers(Instant now) {
        Instant before = now.minus(LEFTOVER_AGE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    discard(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // No folder, not ours to tidy, or another process is tidying too: the store works all the same.
        }
    }
}
