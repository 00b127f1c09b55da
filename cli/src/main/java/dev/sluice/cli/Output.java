package dev.sluice.cli;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Standard output, buffered. */
public final class Output {
    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int length;

    public Output(OutputStream out) {
        this.out = out;
    }

    /** The reader, such as {@code head}, has seen enough; that is no error. */
    static final class Closed extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private Closed(IOException cause) {
            super(cause);
        }
    }

    public void write(Slice text) {
        if (text.length() > buffer.length - length) {
            flush();
        }
        if (text.length() > buffer.length) {
            send(text.bytes(), text.from(), text.length());
        } else {
            System.arraycopy(text.bytes(), text.from(), buffer, length, text.length());
            length += text.length();
        }
    }

    public void print(String text) {
        write(Slice.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The same as a stream; it need not be closed. */
    OutputStream stream() {
        return new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                Output.this.write(Slice.of(bytes, from, from + count));
            }
        };
    }

    public void flush() {
        if (length > 0) {
            int count = length;
            length = 0;
            send(buffer, 0, count);
        }
    }

    private void send(byte[] bytes, int from, int count) {
        try {
            out.write(bytes, from, count);
            out.flush();
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            if (reason.toLowerCase(Locale.ROOT).contains("pipe")) {
                throw new Closed(e);
            }
            throw new UncheckedIOException(new IOException(
                    "cannot write to standard output: " + reason + "; make room, or write elsewhere", e));
        }
    }
}
