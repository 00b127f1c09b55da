package dev.sluice.cli.input;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Names the stream of records without coordinates after their content, so that the same inputs are the same stream. */
public final class LocalStream {
    private LocalStream() {}

    /**
     * Reads all inputs. Those in which every record has coordinates do not count.
     *
     * @return {@code local-} and 16 hex
     */
    public static String name(List<Input> inputs, int longestRecord) throws IOException {
        MessageDigest all = sha256();
        for (Input input : inputs) {
            MessageDigest one = sha256();
            Search search = new Search();
            try (RecordReader reader = new RecordReader(List.of(input.digested(one)), longestRecord)) {
                while (reader.next(search)) {
                    // to its end
                }
            }
            if (search.foundPlain) {
                all.update(one.digest());
            }
        }
        return "local-" + HexFormat.of().formatHex(all.digest(), 0, 8);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static final class Search implements Records {
        private boolean foundPlain;

        @Override
        public void plain(Place place, byte[] body) {
            foundPlain = true;
        }

        @Override
        public void tooLong(Place place, long length) {
            foundPlain = true;
        }

        @Override
        public void kafka(List<KafkaRecord> records) {}

        @Override
        public void faulty(Place place, Fault fault) {}
    }
}
