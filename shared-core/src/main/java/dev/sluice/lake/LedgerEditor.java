package dev.sluice.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people look up in ledgers, and change in them by hand, beside live traffic. */
public final class LedgerEditor {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern KEY = Pattern.compile("ledger/(?<stream>[^/]+)/(?<partition>\\d{1,10})\\.json");
    private static final Pattern ACCEPTED =
            Pattern.compile("holes/(?<stream>[^/]+)/(?<partition>\\d{1,10})/(?<epoch>\\d{1,10})-\\d+-\\d+-\\d+\\.json");

    private final ObjectStore state;
    private final InstantSource clock;

    public LedgerEditor(ObjectStore state, InstantSource clock) {
        this.state = state;
        this.clock = clock;
    }

    /**
     * The ledger of a partition.
     *
     * @param stream as its path tells; names of over 100 bytes are cut there
     */
    public record Entry(String stream, int partition, Ledger ledger) {}

    /**
     * A hole that was closed though its records are not in the lake.
     *
     * @param at when
     */
    public record Accepted(String stream, int partition, int epoch, long first, long last, String reason, Instant at) {}

    /** All ledgers, by stream and partition. */
    public List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (ListedObject object : state.listAll("ledger/")) {
            Matcher key = KEY.matcher(object.key());
            Optional<StoredObject> stored = key.matches() ? state.get(object.key()) : Optional.empty();
            if (stored.isPresent()) {
                entries.add(new Entry(
                        LakePath.nameOf(key.group("stream")),
                        Integer.parseInt(key.group("partition")),
                        Ledger.parse(stored.get().content())));
            }
        }
        return entries;
    }

    /** Holes that were closed, with their reasons. */
    public List<Accepted> accepted() throws IOException {
        List<Accepted> accepted = new ArrayList<>();
        for (ListedObject object : state.listAll("holes/")) {
            Matcher key = ACCEPTED.matcher(object.key());
            Optional<StoredObject> stored = key.matches() ? state.get(object.key()) : Optional.empty();
            if (stored.isPresent()) {
                JsonNode json = JSON.readTree(stored.get().content());
                accepted.add(new Accepted(
                        LakePath.nameOf(key.group("stream")),
                        Integer.parseInt(key.group("partition")),
                        Integer.parseInt(key.group("epoch")),
                        json.path("first").asLong(),
                        json.path("last").asLong(),
                        json.path("reason").asText(),
                        Instant.parse(json.path("at").asText())));
            }
        }
        return accepted;
    }

    /**
     * Closes what is open of a hole: its records are lost, and somebody says so. The reason is kept beside the ledger.
     *
     * @throws IllegalArgumentException if there is no such partition, if nothing is open there, or if it reaches over to
     *     live traffic
     */
    public void acceptHole(String stream, int partition, long first, long last, String reason) throws IOException {
        Instant now = clock.instant();
        long millis = now.toEpochMilli();
        Ledger ledger = read(stream, partition).ledger;
        ledger.newest().withoutHole(first, last, millis);
        ObjectNode why = JSON.createObjectNode()
                .put("first", first)
                .put("last", last)
                .put("reason", reason)
                .put("at", now.toString());
        state.create(
                LakePath.acceptedHole(stream, partition, ledger.newest().epoch(), first, last, millis),
                JSON.writeValueAsBytes(why));
        change(stream, partition, current -> current.withNewest(current.newest().withoutHole(first, last, millis)));
    }

    /**
     * Opens a hole where all is done, for records that never came: those that a platform dropped from a log whose offsets
     * jump anyway.
     *
     * @throws IllegalArgumentException if there is no such partition, or not all of it is done
     */
    public void openHole(String stream, int partition, long first, long last) throws IOException {
        long now = clock.millis();
        change(stream, partition, ledger -> ledger.withNewest(ledger.newest().withHole(first, last, now)));
    }

    /**
     * Begins another life of a log that was deleted and made anew, where broker times do not tell.
     *
     * @param first offset with which it begins
     * @return its number
     */
    public int openEpoch(String stream, int partition, long first) throws IOException {
        long now = clock.millis();
        return change(stream, partition, ledger -> ledger.withNewEpoch(null, first, now))
                .newest()
                .epoch();
    }

    private record Stored(Ledger ledger, String version) {}

    private Stored read(String stream, int partition) throws IOException {
        StoredObject stored = state.get(LakePath.ledger(stream, partition))
                .orElseThrow(() -> new IllegalArgumentException(
                        "this lake has nothing of stream " + stream + ", partition " + partition));
        return new Stored(Ledger.parse(stored.content()), stored.version());
    }

    private Ledger change(String stream, int partition, UnaryOperator<Ledger> edit) throws IOException {
        while (true) {
            Stored stored = read(stream, partition);
            Ledger edited = edit.apply(stored.ledger);
            if (state.compareAndSwap(LakePath.ledger(stream, partition), stored.version, edited.json())
                    .isPresent()) {
                return edited;
            }
        }
    }
}
