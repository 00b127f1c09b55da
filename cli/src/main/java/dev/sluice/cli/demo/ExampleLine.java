package dev.sluice.cli.demo;

import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One line of a lake to look at.
 *
 * @param key of its object
 */
record ExampleLine(String key, String line) {
    private static final String UPDATE = "{\"op\":\"u\"";

    /** The first update in the last object that has one, or else the first line of the last object. */
    static ExampleLine of(ObjectStore lake) throws IOException {
        List<String> keys = keys(lake);
        for (int i = keys.size() - 1; i >= 0; i--) {
            String key = keys.get(i);
            Optional<String> update = lines(lake, key).stream()
                    .filter(line -> line.startsWith(UPDATE))
                    .findFirst();
            if (update.isPresent()) {
                return new ExampleLine(key, update.get());
            }
        }
        if (keys.isEmpty()) {
            throw new IOException("the lake is empty");
        }
        String last = keys.get(keys.size() - 1);
        return new ExampleLine(last, lines(lake, last).get(0));
    }

    private static List<String> lines(ObjectStore lake, String key) throws IOException {
        byte[] object = lake.get(key)
                .orElseThrow(() -> new IOException(key + " vanished"))
                .content();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(object)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static List<String> keys(ObjectStore lake) throws IOException {
        try (Stream<ListedObject> objects = lake.list("db=")) {
            return objects.map(ListedObject::key).toList();
        }
    }
}
