package dev.sluice.cli.input;

import java.io.IOException;
import java.util.List;

/** Takes records as they are read. */
public interface Records {
    /** A record without coordinates of its own. */
    void plain(Place place, byte[] body) throws IOException;

    /** As {@link #plain}, but longer than what is read. */
    void tooLong(Place place, long length) throws IOException;

    /** Records of one partition as they stand in a Lambda event, never none. */
    void kafka(List<KafkaRecord> records) throws IOException;

    /** A record of a Lambda event that cannot be read. */
    void faulty(Place place, Fault fault) throws IOException;
}
