package dev.sluice.pipeline;

import dev.sluice.decode.MessageDecoder;
import dev.sluice.normalize.Normalizer;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.TableTexts;

/** Reads the messages of a stream, and remembers its tables from batch to batch. Serves one thread at a time. */
final class StreamReader {
    private final Settings settings;
    private final String stream;
    private final MessageDecoder decoder;
    private final TableTexts tables;

    StreamReader(Settings settings, String stream) {
        this.settings = settings;
        this.stream = stream;
        this.decoder =
                new MessageDecoder(settings.limits(), settings.plainRows().table(stream), settings.dialects());
        this.tables = new TableTexts(settings.normalize());
    }

    String stream() {
        return stream;
    }

    MessageDecoder decoder() {
        return decoder;
    }

    Normalizer normalizer(Origin origin) {
        return new Normalizer(settings.normalize(), origin, settings.limits().numberLength(), tables);
    }
}
