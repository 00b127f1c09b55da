package dev.sluice.cli;

import dev.sluice.cli.input.Fault;
import dev.sluice.pipeline.Settings;

/** Faults that the command line finds itself, in the words of the decoder. */
final class Faults {
    private Faults() {}

    static Fault tooLong(long length, Settings settings) {
        return new Fault(
                "record_too_long",
                "a record of " + length + " bytes; at most " + settings.limits().recordBytes()
                        + " are read (SLUICE_MAX_RECORD_BYTES)",
                "");
    }
}
