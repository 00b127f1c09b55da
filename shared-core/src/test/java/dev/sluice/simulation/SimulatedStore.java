package dev.sluice.simulation;

import dev.sluice.store.ListedObject;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoreOperation;
import dev.sluice.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An owner's way to a store: slow, and with failures on both sides of the effect. Others may go first at each end of a
 * call; the owner may die there.
 */
final class SimulatedStore implements ObjectStore {
    /** The message of each failure that is made here. */
    static final String FAILURE = "simulated: ";

    private static final String[] REASONS = {"time-out", "500", "503 slow down", "429", "connection reset"};
    /** No process sleeps for longer between looking at its view and sending a put of a chain. */
    private static final long SEND = 10 * Scheduler.SECOND;
    /** No store executes a request later. */
    private static final long EXECUTE = 10 * Scheduler.SECOND;

    private final Owner owner;
    private final String root;
    private final MemoryObjectStore inner;
    private final Scheduler scheduler;
    private final Random random;
    private final Faults faults;
    private final Watch watch;
    private final Story story;
    private final Set<String> writing;
    private final StoreCall.Listener calls;

    /** What goes wrong in a call. */
    private enum Fault {
        NONE,
        BEFORE,
        AFTER,
        /** The store does it after the owner gave up. */
        LATE,
        /** An answer is lost, and the repetition finds our own object. */
        OWN_EXISTS,
        /** A listing ends in the middle. */
        BROKEN_LIST
    }

    private interface Effect<T> {
        T run();
    }

    SimulatedStore(Owner owner, String root, MemoryObjectStore inner, World world) {
        this.owner = owner;
        this.root = root;
        this.inner = inner;
        this.scheduler = world.scheduler;
        this.random = world.random;
        this.faults = world.faults;
        this.watch = world.watch;
        this.story = world.story;
        this.writing = world.writing;
        this.calls = world.calls;
    }

    @Override
    public boolean create(String key, byte[] content) throws IOException {
        boolean chain = World.isChain(root, key);
        if (!key.equals("_layout.json")) { // written before the ledger is read
            writing.add(scheduler.running());
        }
        Fault fault = draw(StoreOperation.CREATE);
        boolean created = call(StoreOperation.CREATE, key, fault, chain, () -> {
            boolean done = inner.create(key, content);
            if (done) {
                watch.created(root, key, content);
            }
            return done;
        });
        return created && fault != Fault.OWN_EXISTS;
    }

    @Override
    public boolean createStreaming(String key, Content content) throws IOException {
        calls.called(new StoreCall(work(), root, StoreOperation.CREATE, true, key));
        if (get(key).isPresent()) {
            return false;
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        content.writeTo(written);
        return create(key, written.toByteArray());
    }

    @Override
    public Optional<InputStream> open(String key) throws IOException {
        return call(StoreOperation.GET, key, draw(StoreOperation.GET), false, () -> inner.open(key));
    }

    @Override
    public Optional<StoredObject> get(String key) throws IOException {
        return call(StoreOperation.GET, key, draw(StoreOperation.GET), false, () -> inner.get(key));
    }

    @Override
    public Optional<String> compareAndSwap(String key, @Nullable String expected, byte[] content) throws IOException {
        Fault fault = draw(StoreOperation.COMPARE_AND_SWAP);
        return call(StoreOperation.COMPARE_AND_SWAP, key, fault, false, () -> {
            Optional<String> version = inner.compareAndSwap(key, expected, content);
            if (version.isPresent()) {
                watch.swapped(root, key, content);
            }
            return version;
        });
    }

    @Override
    public Stream<ListedObject> list(String prefix) throws IOException {
        Fault fault = draw(StoreOperation.LIST);
        List<ListedObject> all = call(StoreOperation.LIST, prefix, fault, false, () -> {
            try (Stream<ListedObject> objects = inner.list(prefix)) {
                return objects.toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return fault != Fault.BROKEN_LIST
                ? all.stream()
                : Stream.concat(
                        all.stream().limit(all.size() / 2), IntStream.of(0).mapToObj(end -> {
                            throw new UncheckedIOException(failure(" in a listing"));
                        }));
    }

    @Override
    public void delete(String key) throws IOException {
        call(StoreOperation.DELETE, key, draw(StoreOperation.DELETE), false, () -> {
            inner.delete(key);
            watch.deleted(root, key);
            return true;
        });
    }

    private Fault draw(StoreOperation operation) {
        if (!faults.strike(random)) {
            return Fault.NONE;
        }
        return switch (random.nextInt(4)) {
            case 0 -> Fault.BEFORE;
            case 1 -> Fault.AFTER;
            case 2 -> Fault.LATE;
            default ->
                switch (operation) {
                    case CREATE -> Fault.OWN_EXISTS;
                    case LIST -> Fault.BROKEN_LIST;
                    default -> Fault.BEFORE;
                };
        };
    }

    private IOException failure(String where) {
        return new IOException(FAILURE + REASONS[random.nextInt(REASONS.length)] + where);
    }

    private <T> T call(StoreOperation operation, String key, Fault fault, boolean chain, Effect<T> effect)
            throws IOException {
        owner.requireAlive();
        calls.called(new StoreCall(work(), root, operation, false, key));
        int number = faults.count();
        boolean locked = operation == StoreOperation.GET && key.startsWith("ledger/");
        if (chain) {
            scheduler.pause(stall(), SEND);
        } else if (locked) {
            scheduler.pauseAlone(stall());
        } else {
            scheduler.pause(stall());
        }
        if (owner.isDead()) {
            dieIn(operation, key, effect);
        }
        dieAsPlanned(number, false, key);
        if (fault == Fault.BEFORE) {
            story.call(operation, root, key, "fails before the effect");
            throw failure("");
        }
        if (fault == Fault.LATE) {
            story.call(operation, root, key, "fails; takes effect later");
            scheduler.later(delay(), () -> later(operation, key, effect));
            throw failure("");
        }
        T result = effect.run();
        story.call(operation, root, key, fault == Fault.NONE ? told(result) : told(result) + ", " + fault);
        dieAsPlanned(number, true, key);
        scheduler.pass(faults.cost(random));
        if (locked) {
            scheduler.pauseAlone(stall());
        } else {
            scheduler.pause(stall());
        }
        owner.requireAlive();
        if (fault == Fault.AFTER) {
            throw failure("");
        }
        return result;
    }

    /** What the owner is at. */
    private StoreCall.Work work() {
        String running = scheduler.running();
        return running.contains(" sweep")
                ? StoreCall.Work.SWEEP
                : running.contains(" split") ? StoreCall.Work.SPLIT : StoreCall.Work.BATCH;
    }

    private void dieAsPlanned(int call, boolean after, String key) {
        if (faults.isFatal(call, after)) {
            story.add("%s dies %s its call %d of %s", owner.name(), after ? "behind" : "before", call, key);
            owner.die();
            throw new Owner.Died();
        }
    }

    private void later(StoreOperation operation, String key, Effect<?> effect) {
        story.call(operation, root, key, "late: " + told(effect.run()));
    }

    /** A request of a process that dies may be done, or be done in a moment, or never arrive. */
    private void dieIn(StoreOperation operation, String key, Effect<?> effect) {
        int fate = random.nextInt(3);
        if (fate == 0) {
            story.call(operation, root, key, "dies after " + told(effect.run()));
        } else if (fate == 1) {
            story.call(operation, root, key, "dies; takes effect later");
            scheduler.later(delay(), () -> later(operation, key, effect));
        } else {
            story.call(operation, root, key, "dies before the effect");
        }
        throw new Owner.Died();
    }

    private long delay() {
        return random.nextInt(3) > 0 ? random.nextInt(200) * Scheduler.MILLI : (long) (random.nextDouble() * EXECUTE);
    }

    private long stall() {
        return faults.stall(random);
    }

    private static String told(Object result) {
        if (result instanceof Optional<?> some) {
            return some.isPresent() ? "found" : "none";
        }
        return result instanceof List<?> list ? list.size() + " objects" : String.valueOf(result);
    }
}
