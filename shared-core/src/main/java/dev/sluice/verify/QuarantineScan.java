package dev.sluice.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Reads quarantine lines. The reason and the place of a fault are for people and may change: they are no part of the digest. */
final class QuarantineScan {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private QuarantineScan() {}

    /** A line: what is kept of which item, and why. */
    record Kept(String code, long offset, int item, Digest digest) {}

    /** Empty if it is not one of ours. */
    static Optional<Kept> read(Slice line) {
        MessageDigest sha = LineScan.sha256();
        String code = null;
        long offset = -1;
        int item = -1;
        try (JsonParser parser = JSON.createParser(line.bytes(), line.from(), line.length())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String member = parser.currentName();
                parser.nextToken();
                switch (member) {
                    case "code" -> code = parser.getText();
                    case "offset" -> offset = parser.getLongValue();
                    case "item" -> item = parser.getIntValue();
                    default -> {}
                }
                if (!member.equals("reason") && !member.equals("where") && !member.equals("offset")) {
                    sha.update((member + "\n" + parser.getText() + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException notOurs) {
            return Optional.empty();
        }
        return code == null || offset < 0 || item < 0
                ? Optional.empty()
                : Optional.of(new Kept(code, offset, item, Digest.of(sha.digest())));
    }
}
