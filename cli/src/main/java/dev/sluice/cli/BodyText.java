package dev.sluice.cli;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Bytes for people: as text if they are UTF-8, else byte by byte. */
final class BodyText {
    private static final int BYTES_PER_LINE = 16;
    private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

    private BodyText() {}

    static boolean isText(Slice body) {
        return Utf8.firstMalformed(body.bytes(), body.from(), body.to()) < 0;
    }

    static Stream<String> lines(Slice body) {
        if (isText(body)) {
            return body.toString().lines().map(line -> TextReports.printable(line.replace("\t", "    ")));
        }
        int lines = (body.length() + BYTES_PER_LINE - 1) / BYTES_PER_LINE;
        return IntStream.range(0, lines).mapToObj(line -> line(body, line * BYTES_PER_LINE));
    }

    private static String line(Slice body, int start) {
        int end = Math.min(body.length(), start + BYTES_PER_LINE);
        StringBuilder text = new StringBuilder();
        for (int i = start; i < end; i++) {
            byte b = body.at(i);
            text.append(b >= ' ' && b < 0x7F ? (char) b : '.');
        }
        String hex = SPACED.formatHex(body.bytes(), body.from() + start, body.from() + end);
        return HexFormat.of().toHexDigits(start) + "  " + hex + " ".repeat(BYTES_PER_LINE * 3 - 1 - hex.length()) + "  "
                + text;
    }
}
