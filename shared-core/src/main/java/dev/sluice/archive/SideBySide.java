package dev.sluice.archive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Does a few things at a time. */
public final class SideBySide {
    private SideBySide() {}

    /**
     * Does all of them, at most {@code threads} at a time, and returns when none runs any more.
     *
     * @throws IOException the first failure
     */
    public static <T> List<T> all(List<Callable<T>> tasks, int threads) throws IOException {
        ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, tasks.size())), task -> {
            Thread thread = new Thread(task, "sluice-archive");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> task : executor.invokeAll(tasks)) {
                results.add(task.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private static IOException failure(@Nullable Throwable cause) {
        if (cause instanceof IOException e) {
            return e;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        return new IOException(cause);
    }
}
