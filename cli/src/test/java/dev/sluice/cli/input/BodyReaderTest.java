package dev.sluice.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyReaderTest {
    private static final int CAP = 1 << 20;

    private static List<String> read(String name, InputStream in, int cap) throws IOException {
        List<String> bodies = new ArrayList<>();
        try (BodyReader reader = new BodyReader(new Input(name, () -> in), cap)) {
            for (Body body = reader.next(); body != null; body = reader.next()) {
                bodies.add(body.bytes() == null ? "too long: " + body.length() : new String(body.bytes(), UTF_8));
            }
        }
        return bodies;
    }

    private static List<String> read(String name, String text) throws IOException {
        return read(name, new ByteArrayInputStream(text.getBytes(UTF_8)), CAP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}\n[1]", "{}\n\n[1]\n", "\n  \n{}\r\n[1]\r\n \n"})
    void linesAreBodiesWithoutTheirEnds(String text) throws IOException {
        assertThat(read("a.json", text)).containsExactly("{}", "[1]");
        assertThat(read("a.jsonl", text)).containsExactly("{}", "[1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n \n",
                "{\n}\n{\n}\n",
                "{\"a\":{}\n,\"b\":1}",
                "{}",
                "{}\n",
                "text\n{}\n",
                "\u0000\n\u0001"
            })
    void anythingElseIsOneBodyByteForByte(String text) throws IOException {
        assertThat(read("a.json", text)).containsExactly(text);
    }

    @Test
    void linesByNameMayStartWithAnything() throws IOException {
        assertThat(read("a.jsonl", "{\n}\n\nx\n")).containsExactly("{", "}", "x");
        assertThat(read("a.ndjson", "x")).containsExactly("x");
    }

    @Test
    void aFileOfBlankLinesHasNoLinesAndAnEmptyFileIsABody() throws IOException {
        assertThat(read("a.jsonl", " \n\n")).isEmpty();
        assertThat(read("a.jsonl", "")).containsExactly("");
    }

    @Test
    void linesCanBeLongerThanTheReadersBuffer() throws IOException {
        String line = "{\"a\":\"" + "ä".repeat(100_000) + "\"}";

        assertThat(read("a", line + "\n" + line + "\n{}")).containsExactly(line, line, "{}");
    }

    @Test
    void bytesThatComeOneByOneAreTheSame() throws IOException {
        InputStream drops = new ByteArrayInputStream("{}\n[1,\n".getBytes(UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int from, int count) {
                return super.read(bytes, from, Math.min(1, count));
            }
        };

        assertThat(read("a", drops, CAP)).containsExactly("{}", "[1,");
    }

    @Test
    void whatIsLongerThanTheCapIsCountedButNotKept() throws IOException {
        String text = "[0123456789]\n{}\n[0123456789]\n";

        assertThat(read("a.jsonl", new ByteArrayInputStream(text.getBytes(UTF_8)), 10))
                .containsExactly("too long: 13", "{}", "too long: 13");
        assertThat(read("a", new ByteArrayInputStream(text.getBytes(UTF_8)), 10))
                .containsExactly("too long: 29");
        assertThat(read("a", new ByteArrayInputStream(text.getBytes(UTF_8)), 13))
                .containsExactly("[0123456789]", "{}", "[0123456789]");
    }
}
