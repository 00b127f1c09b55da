package dev.sluice.cli.demo;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One line of a lake to look at.
 *
 * @param key of its object
 */
record ExampleLine(String key, String line) {
    /** The first update in the last object, or else its first line. */
    static ExampleLine of(ObjectStore lake) throws IOException {
        String key = lastKey(lake);
        byte[] object = lake.get(key)
                .orElseThrow(() -> new IOException(key + " vanished"))
                .content();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(object)), StandardCharsets.UTF_8))) {
            List<String> lines = reader.lines().toList();
            return new ExampleLine(
                    key,
                    lines.stream()
                            .filter(line -> line.startsWith("{\"op\":\"u\""))
                            .findFirst()
                            .orElse(lines.get(0)));
        }
    }

    private static String lastKey(ObjectStore lake) throws IOException {
        try (Stream<ListedObject> objects = lake.list("db=")) {
            return objects.reduce((one, next) -> next)
                    .orElseThrow(() -> new IOException("the lake is empty"))
                    .key();
        }
    }
}
