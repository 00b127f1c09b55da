package dev.sluice.pipeline;

import dev.sluice.assemble.Assembly;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.lake.LakePath;
import dev.sluice.store.ListedObject;
import dev.sluice.store.ObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The split events of a stream while its log is read, each told once. Pieces wait for those of other partitions in a store
 * that is thrown away afterwards. Safe for any number of threads.
 */
public final class LogSplits {
    private static final int LOCKS = 64;

    private final Settings settings;
    private final ObjectStore scratch;
    private final String stream;
    private final Assembly assembly;
    /** By event: who reads its pieces must not meet somebody who has told it and throws them away. */
    private final Object[] locks = Stream.generate(Object::new).limit(LOCKS).toArray();

    private final Set<String> done = ConcurrentHashMap.newKeySet();
    /** By the name of its object in the lake. */
    private final Map<String, Boolean> waiting = new ConcurrentHashMap<>();

    public LogSplits(Settings settings, ObjectStore scratch, String stream) {
        this.settings = settings;
        this.scratch = scratch;
        this.stream = stream;
        this.assembly = new Assembly(scratch, () -> new SegmentDecoder(settings.limits()));
    }

    /** The event if it is whole now, and was not before. */
    @Nullable
    JoinedEvent settle(PendingEvent pending, OutcomeSink outcomes) throws IOException {
        Slice logicalId = pending.event().logicalId();
        String event = LakePath.eventHash(logicalId);
        synchronized (locks[Math.floorMod(event.hashCode(), LOCKS)]) {
            return settle(pending, logicalId, event, outcomes);
        }
    }

    private @Nullable JoinedEvent settle(PendingEvent pending, Slice logicalId, String event, OutcomeSink outcomes)
            throws IOException {
        if (done.contains(event)) {
            pending.skipped(Outcome.Skipped.RESEND, outcomes);
            return null;
        }
        String name = LakePath.splitName(stream, logicalId);
        waiting.put(name, true); // before it is parked: then whoever completes the event removes this
        try {
            JoinedEvent joined = join(pending);
            if (joined == null) {
                pending.parked(pending.event().missing(), outcomes);
                return null;
            }
            waiting.remove(name);
            pending.emitted(joined, outcomes);
            done.add(event);
            return joined;
        } catch (MalformedMessageException e) {
            waiting.remove(name);
            assembly.markConflict(stream, pending.event());
            pending.quarantined(new Outcome.Quarantined(e.code(), e.reason(), e.where()), outcomes);
            return null;
        }
    }

    private @Nullable JoinedEvent join(PendingEvent pending) throws IOException, MalformedMessageException {
        JoinedEvent joined = pending.joined();
        if (joined != null) {
            return joined;
        }
        Assembly.Completed completed = assembly.parkAndJoin(stream, pending.event());
        return completed == null ? null : new JoinedEvent(settings, completed.whole());
    }

    /** The pieces of an event that was told are needed no more. */
    public void forget(JoinedEvent event) throws IOException {
        for (ListedObject piece : scratch.listAll(LakePath.parkedSet(stream, event.logicalId()))) {
            scratch.delete(piece.key());
        }
    }

    /** Events of which some pieces were read, by the names that their objects have in the lake. */
    public Set<String> waiting() {
        return new TreeSet<>(waiting.keySet());
    }
}
