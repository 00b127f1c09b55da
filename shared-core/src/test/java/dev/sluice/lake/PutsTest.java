package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Puts run side by side, and all of them have ended when their caller goes on. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PutsTest {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final List<String> ended = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void shutDown() {
        executor.shutdown();
    }

    private Callable<String> task(String name) {
        return () -> {
            ended.add(name);
            return name;
        };
    }

    private Callable<String> failing(Throwable failure) {
        return () -> {
            ended.add("failed");
            if (failure instanceof Error e) {
                throw e;
            }
            throw (Exception) failure;
        };
    }

    @Test
    void theResultsAreInTheOrderOfTheTasks() throws IOException {
        assertThat(Puts.all(executor, List.of(task("a"), task("b"), task("c")))).containsExactly("a", "b", "c");
        assertThat(Puts.all(executor, List.<Callable<String>>of())).isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theyRunSideBySide() throws IOException {
        CyclicBarrier both = new CyclicBarrier(2);
        Callable<String> meets = () -> {
            both.await();
            return "met";
        };

        assertThat(Puts.all(executor, List.of(meets, meets))).containsExactly("met", "met");
    }

    @Test
    void allHaveEndedWhenOneHasFailed() {
        IOException first = new IOException("first");
        IllegalStateException second = new IllegalStateException("second");

        assertThatThrownBy(() -> Puts.all(executor, List.of(failing(first), task("a"), failing(second), task("b"))))
                .isSameAs(first)
                .hasSuppressedException(second);
        assertThat(ended).containsExactlyInAnyOrder("failed", "a", "failed", "b");
    }

    @Test
    void aFailureIsThrownAsItIsIfItMayBe() {
        for (Throwable failure :
                new Throwable[] {new IOException("x"), new IllegalStateException("x"), new AssertionError("x")}) {
            assertThatThrownBy(() -> Puts.all(executor, List.of(failing(failure))))
                    .isSameAs(failure);
        }
        Exception checked = new Exception("x");
        assertThatThrownBy(() -> Puts.all(executor, List.of(failing(checked))))
                .isInstanceOf(IOException.class)
                .hasCause(checked);
    }

    @Test
    void whoIsInterruptedWaitsAllTheSameAndStaysInterrupted() throws IOException {
        Thread caller = Thread.currentThread();
        Callable<String> whileInterrupted = () -> {
            while (caller.isInterrupted()) {
                Thread.onSpinWait(); // until the caller has noticed, and waits on
            }
            return "a";
        };
        caller.interrupt();
        List<String> results;
        boolean interrupted;
        try {
            results = Puts.all(executor, List.of(whileInterrupted, task("b")));
        } finally {
            interrupted = Thread.interrupted();
        }
        assertThat(results).containsExactly("a", "b");
        assertThat(interrupted).isTrue();
    }
}
