package dev.sluice.archive;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a file into JSON values: one per line, if its name promises that or its first line alone is a whole value; else all
 * of it is one. Blank lines are none.
 */
final class JsonDocuments implements Closeable {
    /** An event has 6 MB at most; what the mapping gave up holds it once more quoted. */
    static final int LONGEST = 32 << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final InputStream in;
    private final int longest;
    private boolean lines;
    private boolean started;
    /** Nothing but white space stands in the value so far. */
    private boolean blank;

    /** @param linesByName the name of the file promises a value per line */
    JsonDocuments(InputStream in, boolean linesByName, int longest) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.lines = linesByName;
        this.longest = longest;
    }

    /** The next value, null behind the last one; of one that is too long, a byte more than the longest can have. */
    byte @Nullable [] next() throws IOException {
        if (started && !lines) {
            return null;
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        blank = true;
        boolean more = true;
        while (more && blank) {
            value.reset();
            more = readLine(value);
        }
        if (blank) {
            return null;
        }
        lines |= !started && isWhole(value.toByteArray());
        started = true;
        while (!lines && more) {
            more = readLine(value);
        }
        return value.toByteArray();
    }

    /** Adds a line with its end; false behind the last one. */
    private boolean readLine(ByteArrayOutputStream to) throws IOException {
        int b = in.read();
        while (b >= 0) {
            if (to.size() <= longest) {
                to.write(b);
            }
            blank &= b <= ' ';
            if (b == '\n') {
                return true;
            }
            b = in.read();
        }
        return false;
    }

    private static boolean isWhole(byte[] line) throws IOException {
        try (JsonParser json = JSON.createParser(line)) {
            json.nextToken();
            json.skipChildren();
            return json.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
