package dev.sluice.aws;

import dev.sluice.normalize.Origin;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.List;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * What SnapStart asks for: before a snapshot of the process is made, the code that each call runs is loaded and run once;
 * after it was restored, nothing that was true then is believed.
 */
final class Snapshot implements Resource {
    private static final Snapshot RESOURCE = new Snapshot();

    /** One of each kind, and one that cannot be read; nothing of them gets anywhere. */
    private static final List<String> MESSAGES = List.of(
            "{\"specversion\":\"1.0\",\"type\":\"com.microsoft.SQL.CES.DML.V1\",\"operation\":\"UPD\",\"segmentindex\":0,"
                    + "\"finalsegment\":true,\"logicalid\":\"l\",\"data\":\"{\\\"eventsource\\\":{\\\"db\\\":\\\"d\\\","
                    + "\\\"schema\\\":\\\"s\\\",\\\"tbl\\\":\\\"t\\\",\\\"cols\\\":[{\\\"name\\\":\\\"Id\\\",\\\"type\\\":"
                    + "\\\"int\\\",\\\"index\\\":0}],\\\"pkkey\\\":[{\\\"columnname\\\":\\\"Id\\\",\\\"value\\\":\\\"1\\\"}],"
                    + "\\\"transaction\\\":{\\\"commitlsn\\\":\\\"1:1:1\\\",\\\"beginlsn\\\":\\\"1:1:1\\\","
                    + "\\\"sequencenumber\\\":1,\\\"committime\\\":\\\"2026-01-01T00:00:00Z\\\"}},\\\"eventrow\\\":"
                    + "{\\\"old\\\":\\\"{\\\\\\\"Id\\\\\\\":\\\\\\\"1\\\\\\\"}\\\",\\\"current\\\":"
                    + "\\\"{\\\\\\\"Id\\\\\\\":\\\\\\\"1\\\\\\\"}\\\"}}\"}",
            "{\"schema\":{\"dataColumn\":[{\"name\":\"id\",\"type\":\"LONG\"}],\"primaryKey\":[\"id\"],\"source\":"
                    + "{\"dbType\":\"MySQL\",\"dbName\":\"d\",\"tableName\":\"t\"}},\"payload\":{\"before\":null,\"after\":"
                    + "{\"dataColumn\":{\"id\":1}},\"sequenceId\":\"1\",\"timestamp\":{\"eventTime\":1767225600000},"
                    + "\"op\":\"INSERT\",\"ddl\":null},\"version\":\"0.0.1\"}",
            "{\"data\":[{\"id\":\"1\"}],\"database\":\"d\",\"table\":\"t\",\"type\":\"INSERT\",\"es\":1767225600000,"
                    + "\"ts\":1767225600000,\"isDdl\":false,\"mysqlType\":{\"id\":\"bigint\"},\"pkNames\":[\"id\"],"
                    + "\"old\":null,\"sql\":\"\",\"sqlType\":{\"id\":-5}}",
            "no JSON");

    private static boolean registered;

    private Snapshot() {}

    /**
     * Gets a process ready: opens what all calls share, and registers the hooks, which the platform holds weakly. Without
     * SnapStart they are never called.
     */
    static synchronized void prepare() {
        if (!registered) {
            Core.getGlobalContext().register(RESOURCE);
            registered = true;
            App.openAhead();
            loadAhead();
        }
    }

    /** Loads what the first call needs beside the stores, while they are opened: a process that starts has two processors. */
    private static void loadAhead() {
        Thread loading = new Thread(
                () -> {
                    S3Access.loadAhead();
                    normalize(MESSAGES.subList(0, 1));
                },
                "sluice-load");
        loading.setDaemon(true);
        loading.start();
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        int lines = 0;
        for (int round = 0; round < 200; round++) {
            lines += normalize(MESSAGES);
        }
        if (lines == 0) {
            throw new IllegalStateException("the messages that warm up the code are not read");
        }
        try {
            App.get().fixLayout(); // the store's client, and the way to it
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("not warmed up: " + e.getMessage()); // the first call will say so, and fail
        }
        App.forget();
    }

    static int normalize() {
        return normalize(MESSAGES);
    }

    /** How many of the messages are changes. */
    private static int normalize(List<String> messages) {
        BatchNormalizer normalizer = new BatchNormalizer(Settings.DEFAULT, new Origin("warm-up", 0, 1));
        CountingSink sink = new CountingSink();
        for (int offset = 0; offset < messages.size(); offset++) {
            normalizer.normalize(List.of(new Delivery(offset, Slice.of(messages.get(offset)), null)), sink);
        }
        return sink.changes();
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        App.forget();
        App.openAhead();
    }
}
