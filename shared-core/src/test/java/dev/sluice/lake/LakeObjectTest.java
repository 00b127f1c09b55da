package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.text.Slice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in an object, and what is read from one that somebody else wrote. */
class LakeObjectTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void linesAreGzipOrThemselves() throws IOException {
        Slice within = Slice.of(utf8("[{}\n]"), 1, 4);

        byte[] gzip = LakeObject.encode(within, Layout.Compression.GZIP);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes())
                .isEqualTo(utf8("{}\n"));
        assertThat(LakeObject.encode(within, Layout.Compression.NONE)).isEqualTo(utf8("{}\n"));
        assertThat(LakeObject.decode(gzip, Layout.Compression.GZIP)).isEqualTo(utf8("{}\n"));
        assertThat(LakeObject.decode(utf8("{}\n"), Layout.Compression.NONE)).isEqualTo(utf8("{}\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GZIP", "NONE"})
    void theStreamThatAnObjectIsWrittenToStaysOpen(Layout.Compression compression) throws IOException {
        boolean[] closed = {false};
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed[0] = true;
            }
        };

        LakeObject.write(lines -> lines.write(utf8("{}\n")), out, compression);

        assertThat(closed[0]).isFalse();
        assertThat(LakeObject.decode(out.toByteArray(), compression)).isEqualTo(utf8("{}\n"));
    }

    @Test
    void whatIsNotCompressedAsItShouldBeIsClosed() {
        boolean[] closed = {false};
        InputStream content = new ByteArrayInputStream(utf8("no gzip")) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };

        assertThatThrownBy(() -> LakeObject.read(content, Layout.Compression.GZIP))
                .isInstanceOf(ZipException.class);
        assertThat(closed[0]).isTrue();
    }

    @Test
    void itsLinesTellTheirItems() throws IOException {
        FolderItems items =
                LakeObject.items(utf8("{\"id\":\"a\",\"source\":{\"offset\":41}}\n{\"offset\":40,\"item\":0}\n"));

        assertThat(items.size()).isEqualTo(2);
        assertThat(items.last()).isEqualTo(41);
        assertThat(items.hold(Slice.of("{\"id\":\"a\",\"source\":{\"offset\":41}}")))
                .isTrue();
        assertThat(items.hold(Slice.of("{\"offset\":40,\"item\":0}"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"offset\":1,\"item\":0}", "{\"offset\":1,\"item\":0}\n{\"offset\":2,\"item\":0}"})
    void anObjectEndsWithALine(String text) {
        assertThatIOException()
                .isThrownBy(() -> LakeObject.items(utf8(text)))
                .withMessage("it does not end with a line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "{}\n", "[1]\n", "{\"offset\":1}\n"})
    void aLineWithoutAPlaceIsNotOurs(String text) {
        assertThatIOException()
                .isThrownBy(() -> LakeObject.items(utf8(text)))
                .withMessage("one of its lines has no place");
    }
}
