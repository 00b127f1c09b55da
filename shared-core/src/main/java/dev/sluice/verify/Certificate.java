package dev.sluice.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Says of some logs that the lake had all of them, in a form that can be checked again without the archive. Hashes are 64
 * hex digits of a SHA-256; FORMATS.md says of what.
 *
 * @param format version of this form
 * @param hash stands for all of it
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Certificate(int format, List<Part> parts, String hash) {
    static final int FORMAT = 1;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Certificate {
        parts = List.copyOf(parts);
    }

    /**
     * One life of a partition's log.
     *
     * @param settings hash of the settings that the lines follow from
     * @param records that the archive had
     * @param lines of them in the lake, control and quarantine among them
     * @param outcomes what became of the items of the records
     * @param hash of all of it
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Part(
            String stream,
            int partition,
            int epoch,
            String settings,
            long first,
            long last,
            long records,
            long lines,
            Outcomes outcomes,
            List<Block> blocks,
            String hash) {
        public Part {
            blocks = List.copyOf(blocks);
        }

        static Part of(
                String stream, int partition, int epoch, String settings, Outcomes outcomes, List<Block> blocks) {
            List<Block> chained = new ArrayList<>();
            String before = start(stream, partition, epoch, settings);
            for (Block block : blocks) {
                Block next = block.behind(before);
                chained.add(next);
                before = next.hash;
            }
            long first = chained.isEmpty() ? -1 : chained.get(0).first;
            long last = chained.isEmpty() ? -1 : chained.get(chained.size() - 1).last;
            long records = chained.stream().mapToLong(Block::records).sum();
            long lines = chained.stream().mapToLong(Block::lines).sum();
            String hash = sha256(
                    before,
                    chained.size(),
                    first,
                    last,
                    records,
                    lines,
                    outcomes.changes,
                    outcomes.pieces,
                    outcomes.control,
                    outcomes.skipped,
                    outcomes.quarantined);
            return new Part(stream, partition, epoch, settings, first, last, records, lines, outcomes, chained, hash);
        }

        private static String start(String stream, int partition, int epoch, String settings) {
            return sha256("sluice certificate " + FORMAT, stream, partition, epoch, settings);
        }

        private Part recomputed() {
            return of(stream, partition, epoch, settings, outcomes, blocks);
        }
    }

    /**
     * How many items came to what.
     *
     * @param pieces of split events, and first halves of updates
     * @param skipped heartbeats, tombstones, resends and the like
     */
    public record Outcomes(long changes, long pieces, long control, long skipped, long quarantined) {}

    /**
     * Offsets one behind the other, at most 10,000 of them.
     *
     * @param first offset of the first record
     * @param last offset of the last one
     * @param digest of the lines
     * @param hash of this block and all before it
     */
    public record Block(long first, long last, long records, long lines, String digest, String hash) {
        Block behind(String before) {
            return new Block(first, last, records, lines, digest, sha256(before, first, last, records, lines, digest));
        }
    }

    static Certificate of(List<Part> parts) {
        return new Certificate(FORMAT, parts, hash(parts));
    }

    private static String hash(List<Part> parts) {
        return sha256(parts.stream().map(Part::hash).toArray());
    }

    /** What of it was changed since it was made; empty if nothing was. */
    List<String> alterations() {
        List<String> altered = new ArrayList<>();
        for (Part part : parts) {
            if (!part.equals(part.recomputed())) {
                altered.add(part.stream + "/" + part.partition + ": the chain of its blocks does not hold");
            }
        }
        if (!hash.equals(hash(parts))) {
            altered.add("its hash is not that of its parts");
        }
        return altered;
    }

    static String sha256(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String one = part.toString();
            text.append(one.length()).append(':').append(one).append('\n');
        }
        return HexFormat.of().formatHex(LineScan.sha256().digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    public byte[] json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a certificate is always JSON", e);
        }
    }

    /**
     * Reads a certificate.
     *
     * @throws IOException if it is none that this version reads
     */
    public static Certificate parse(byte[] json) throws IOException {
        Certificate read;
        try {
            read = JSON.readValue(json, Certificate.class);
        } catch (JsonProcessingException e) {
            e.clearLocation();
            throw new IOException("not a certificate: " + e.getOriginalMessage(), e);
        }
        if (read == null || read.format != FORMAT) {
            throw new IOException("not a certificate of format " + FORMAT + "; use the version that wrote it");
        }
        return read;
    }
}
