package dev.sluice.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.text.Slice;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lines tell where they stand and what they are, however their bytes come. */
class LineScanTest {
    private record Scanned(String place, Digest digest) {}

    private static List<Scanned> scan(String text, int longestPiece) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(longestPiece);
        List<Scanned> lines = new ArrayList<>();
        try (LineScan scan = new LineScan((place, digest) -> lines.add(new Scanned(String.valueOf(place), digest)))) {
            for (int from = 0; from < bytes.length; ) {
                int count = Math.min(bytes.length - from, 1 + random.nextInt(longestPiece));
                scan.write(bytes, from, count);
                from += count;
            }
        }
        return lines;
    }

    private static Digest sha256(String text) throws Exception {
        return Digest.of(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String line(String value, String offset) {
        return "{\"op\":\"c\",\"after\":{\"v\":\"" + value
                + "\",\"offset\":17},\"source\":{\"version\":\"1\",\"db\":\"d\","
                + "\"stream\":\"h\\\"ub\",\"partition\":3,\"offset\":" + offset + ",\"es\":1},\"key\":{\"offset\":4}}";
    }

    @Test
    void theDigestIsThatOfTheLineWithoutItsOffset() throws Exception {
        assertThat(scan(line("x", "124388") + "\n", 10_000))
                .containsExactly(new Scanned(
                        "LinePlace[stream=\"h\\\"ub\", partition=3, offset=124388]", sha256(line("x", ""))));
    }

    @Test
    void linesAreTheSameHoweverTheirBytesCome() {
        String text = line("\\\"source\\\":{", "1") + "\n" + line("y".repeat(100_000), "22") + "\n{\"no\":\"place\"}\n"
                + line("z".repeat(70_000), "333") + "\n" + line("w", "4") + "\n";
        List<Scanned> whole = scan(text, text.length());
        assertThat(whole)
                .hasSize(5)
                .extracting(line -> line.place.replaceFirst(".*offset=(\\d+)]", "$1"))
                .containsExactly("1", "22", "null", "333", "4");

        for (int longest : new int[] {1, 2, 7, 100, 65_535, 65_536, 65_537, 90_000}) {
            assertThat(scan(text, longest))
                    .as("pieces of up to %d bytes", longest)
                    .isEqualTo(whole);
        }
    }

    @Test
    void whatStandsBehindTheLastLineFeedHasNoPlace() {
        assertThat(scan(line("x", "1") + "\n" + line("x", "2"), 1000))
                .hasSize(2)
                .last()
                .satisfies(line -> assertThat(line.place).isEqualTo("null"));
    }

    @Test
    void whatIsNoPlaceIsNone() {
        for (String text : List.of(
                "",
                "{\"source\":{\"stream\":\"s\"}}",
                "{\"source\":{,\"stream\":\"s\",\"partition\":x,\"offset\":1}}",
                "{\"source\":{,\"stream\":\"s\",\"partition\":1,\"offset\":99999999999999999999}}",
                "{\"source\":{,\"stream\":\"s\",\"partition\":1,\"offset\":1")) {
            assertThat(scan(text + "\n", 1000))
                    .as(text)
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line.place).isEqualTo("null"));
        }
    }

    @Test
    void aSliceIsScannedInPlace() throws Exception {
        List<Digest> digests = new ArrayList<>();
        byte[] bytes = ("##" + line("x", "1") + "\n##").getBytes(StandardCharsets.UTF_8);

        try (LineScan scan = new LineScan((place, digest) -> digests.add(digest))) {
            scan.accept(Slice.of(bytes, 2, bytes.length - 2));
        }

        assertThat(digests).containsExactly(sha256(line("x", "")));
    }
}
