package dev.sluice.aws;

import dev.sluice.aws.ChainTally.Event;
import dev.sluice.aws.RuntimeApi.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An instance of a function as Lambda keeps it: a call that takes too long ends its process, and the next call starts another. */
final class FunctionInstance implements MappingPoller.Function, AutoCloseable {
    private final Start start;
    private final Troubles troubles;
    private final ChainTally tally;
    private @Nullable LambdaProcess process;
    private boolean warm;

    /** Starts a process. */
    interface Start {
        LambdaProcess process() throws IOException;
    }

    /** What may happen to calls. */
    interface Troubles {
        /**
         * Before a call.
         *
         * @param warm whether the process has answered before
         */
        Limit before(boolean warm);

        /** The call took longer, and its process was killed. */
        void killed(Limit limit);
    }

    /**
     * How long a call may take.
     *
     * @param told what the function knows of it
     * @param name what it is when it takes longer than {@code real}
     */
    record Limit(Duration told, Duration real, Event name) {}

    FunctionInstance(Start start, Troubles troubles, ChainTally tally) {
        this.start = start;
        this.troubles = troubles;
        this.tally = tally;
    }

    @Override
    public Answer call(String event) throws IOException, InterruptedException {
        LambdaProcess running = running();
        Limit limit = troubles.before(warm);
        long begin = System.nanoTime();
        try {
            Answer answer = running.invoke(event, limit.told).get(limit.real.toNanos(), TimeUnit.NANOSECONDS);
            if (!running.handle().isAlive()) {
                throw new IOException("the function ended by itself:\n" + running.log());
            }
            tally.answered(System.nanoTime() - begin);
            warm = true;
            return answer;
        } catch (TimeoutException e) {
            close();
            process = null;
            tally.add(limit.name);
            troubles.killed(limit);
            return new Answer(true, limit.name.toString());
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private LambdaProcess running() throws IOException {
        if (process == null) {
            process = start.process();
            warm = false;
        }
        return process;
    }

    /** Empty before the first call, and after a kill. */
    @Nullable
    LambdaProcess process() {
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
