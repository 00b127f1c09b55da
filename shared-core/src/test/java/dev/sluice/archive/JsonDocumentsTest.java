package dev.sluice.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where JSON values end in a file. */
class JsonDocumentsTest {
    private static List<String> read(boolean lines, int longest, String text) throws IOException {
        List<String> values = new ArrayList<>();
        try (JsonDocuments documents =
                new JsonDocuments(new ByteArrayInputStream(text.getBytes(UTF_8)), lines, longest)) {
            for (byte[] value = documents.next(); value != null; value = documents.next()) {
                values.add(new String(value, UTF_8));
            }
        }
        return values;
    }

    @Test
    void aValuePerLineIfTheFirstLineIsOne() throws IOException {
        assertThat(read(false, 100, "\n {\"a\":1}\n\n{\"b\":\n2}\n"))
                .containsExactly(" {\"a\":1}\n", "{\"b\":\n", "2}\n");
    }

    @Test
    void elseAllOfItIsOne() throws IOException {
        assertThat(read(false, 100, "{\n\n \"a\":1}\n{}")).containsExactly("{\n\n \"a\":1}\n{}");
    }

    @Test
    void theNameCanPromiseLines() throws IOException {
        assertThat(read(true, 100, "{\n\n \"a\":1}\n{}")).containsExactly("{\n", " \"a\":1}\n", "{}");
    }

    @Test
    void whiteSpaceIsNoValue() throws IOException {
        assertThat(read(false, 100, "")).isEmpty();
        assertThat(read(true, 100, " \r\n\t\n" + " ".repeat(5000))).isEmpty();
    }

    @Test
    void whatIsTooLongIsToldByItsLengthAndTheNextIsRead() throws IOException {
        assertThat(read(true, 4, "[1]\n[12345]\n[2]\n[345]")).containsExactly("[1]\n", "[1234", "[2]\n", "[345]");
        assertThat(read(false, 4, "[\n1,2,3]")).containsExactly("[\n1,2");
    }
}
