package dev.sluice.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Shows what has been printed before it waits for more, so that a pipe that is never closed can be watched. */
final class FlushingInput extends FilterInputStream {
    private final Output output;

    FlushingInput(InputStream in, Output output) {
        super(in);
        this.output = output;
    }

    @Override
    public int read() throws IOException {
        output.flush();
        return super.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        output.flush();
        return super.read(bytes, from, count);
    }
}
