package dev.sluice.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the puts of an owner side by side, in turns that the scheduler gives. */
final class SimulatedPuts extends AbstractExecutorService {
    private final Scheduler scheduler;
    private final Owner owner;
    /** By who submitted them: the pool is shared by all that its owner does at a time. */
    private final Map<String, List<Put<?>>> submitted = new HashMap<>();

    private boolean shutdown;

    SimulatedPuts(Scheduler scheduler, Owner owner) {
        this.scheduler = scheduler;
        this.owner = owner;
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        Put<T> put = new Put<>(task);
        submitted.computeIfAbsent(scheduler.running(), who -> new ArrayList<>()).add(put);
        return put;
    }

    /** Starts all that one submitted, when it asks for the first result. */
    private void start() {
        List<Put<?>> puts = submitted.getOrDefault(scheduler.running(), List.of());
        submitted.remove(scheduler.running());
        if (puts.size() == 1) {
            puts.get(0).run();
            return;
        }
        int number = 1;
        for (Put<?> put : puts) {
            scheduler.spawn(scheduler.running() + "/" + number++, owner, put);
        }
    }

    private final class Put<T> implements Future<T>, Runnable {
        private final Callable<T> task;
        private @Nullable T result;
        private @Nullable Throwable failure;
        private boolean done;

        private Put(Callable<T> task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                result = task.call();
            } catch (Exception | Error e) {
                failure = e;
            }
            done = true;
        }

        @Override
        public T get() throws ExecutionException {
            start();
            scheduler.await(this::isDone);
            if (failure != null) {
                throw new ExecutionException(failure);
            }
            return result;
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws ExecutionException {
            return get();
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isDone() {
            return done;
        }
    }

    @Override
    public void execute(Runnable command) {
        throw new UnsupportedOperationException("a put has a result");
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }
}
