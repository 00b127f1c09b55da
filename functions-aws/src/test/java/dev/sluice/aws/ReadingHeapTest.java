package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To read the largest event that Lambda hands over needs no more than three times its size, the event itself included. */
class ReadingHeapTest {
    private static final int EVENT_BYTES = 6 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void aLargeEventIsReadInThreeTimesItsSize(int records) throws Exception {
        int alone = megabytesForAnEventOf(1, 1000);

        assertThat(isRead(records, EVENT_BYTES, alone + 3 * (EVENT_BYTES >> 20)))
                .isTrue();
        assertThat(isRead(records, EVENT_BYTES, alone + (EVENT_BYTES >> 20)))
                .as("in what the event alone takes")
                .isFalse();
    }

    /** The smallest heap that is enough. */
    private int megabytesForAnEventOf(int records, int bytes) throws Exception {
        int megabytes = 4;
        while (!isRead(records, bytes, megabytes)) {
            megabytes++;
            assertThat(megabytes).isLessThan(32);
        }
        return megabytes;
    }

    private boolean isRead(int records, int bytes, int megabytes) throws Exception {
        Process child = new ProcessBuilder(
                        LambdaProcess.ownJava().toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx" + megabytes + "m",
                        "-XX:NewSize=1m",
                        "-XX:MaxNewSize=1m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reading.class.getName(),
                        Integer.toString(records),
                        Integer.toString(bytes))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("reading.log").toFile())
                .start();
        try {
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return child.exitValue() == 0;
        } finally {
            child.destroyForcibly();
        }
    }

    /** What the child does: it makes an event without more memory than that takes, and reads it. */
    public static final class Reading {
        private Reading() {}

        public static void main(String[] arguments) throws Exception {
            int records = Integer.parseInt(arguments[0]);
            byte[] event = event(records, Integer.parseInt(arguments[1]));
            int read = KafkaEventReader.read(new ByteArrayInputStream(event), Optional.of("cluster"))
                    .batches()
                    .get(0)
                    .deliveries()
                    .size();
            System.exit(read == records ? 0 : 1);
        }

        private static byte[] event(int records, int bytes) {
            byte[] event = new byte[bytes];
            Arrays.fill(event, (byte) ' ');
            int at = put(event, 0, "{\"eventSource\":\"aws:kafka\",\"records\":{\"t-0\":[");
            int room = (bytes - 100) / records - 30;
            byte[] value = new byte[room / 4 * 3];
            new Random(records).nextBytes(value);
            byte[] text = Base64.getEncoder().encode(value);
            for (int i = 0; i < records; i++) {
                at = put(event, at, (i == 0 ? "" : ",") + "{\"offset\":" + i + ",\"value\":\"");
                System.arraycopy(text, 0, event, at, text.length);
                at = put(event, at + text.length, "\"}");
            }
            put(event, at, "]}}");
            return event;
        }

        private static int put(byte[] event, int at, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, event, at, bytes.length);
            return at + bytes.length;
        }
    }
}
