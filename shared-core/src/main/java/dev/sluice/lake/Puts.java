package dev.sluice.lake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Runs the puts of one batch side by side. */
final class Puts {
    private Puts() {}

    /**
     * Runs all tasks and waits for every one of them, also when one fails: a put that was started is never left running
     * behind the caller's back.
     *
     * @throws IOException the first failure, the others attached
     */
    static <T> List<T> all(ExecutorService executor, List<Callable<T>> tasks) throws IOException {
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            futures.add(executor.submit(task));
        }
        return await(futures);
    }

    /** The same for tasks that were begun before. */
    static <T> List<T> await(List<Future<T>> futures) throws IOException {
        List<T> results = new ArrayList<>();
        Throwable failure = null;
        boolean interrupted = false;
        for (Future<T> future : futures) {
            boolean ended = false;
            while (!ended) {
                try {
                    results.add(future.get());
                    ended = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    failure = first(failure, e.getCause());
                    ended = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow(failure);
        return results;
    }

    private static Throwable first(@Nullable Throwable failure, @Nullable Throwable next) {
        Throwable cause = next == null ? new IllegalStateException("a put failed without a cause") : next;
        if (failure == null) {
            return cause;
        }
        failure.addSuppressed(cause);
        return failure;
    }

    private static void rethrow(@Nullable Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure != null) {
            throw new IOException(failure);
        }
    }
}
