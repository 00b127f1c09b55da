package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.lake.Deadline;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.Received;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/**
 * The records of Kafka topics, handed over by an event source mapping. Bad records fail nothing; what fails is not durable,
 * and has to be given again.
 */
public final class KafkaHandler implements RequestStreamHandler {
    /** What a put that was begun may take, and the answer. */
    private static final Duration TO_END = Duration.ofSeconds(35);

    static {
        Snapshot.prepare();
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        Deadline deadline = Deadline.in(workingTime(Duration.ofMillis(context.getRemainingTimeInMillis())));
        // Read while a process that starts still opens its stores.
        Received received = KafkaEventReader.read(event, AppSettings.cluster(System.getenv()));
        App app = App.get();
        List<App.Failed> failed = app.take(received, deadline);
        if (!failed.isEmpty() && !app.settings().partialBatch()) {
            throw first(failed);
        }
        answer.write(answer(failed).toBytes());
    }

    /** The first failure, the others attached. */
    static IOException first(List<App.Failed> failed) {
        IOException first = failed.get(0).cause();
        failed.subList(1, failed.size()).forEach(more -> first.addSuppressed(more.cause()));
        return first;
    }

    /** Half of it at least, when the function has little time. */
    static Duration workingTime(Duration remaining) {
        Duration end = TO_END.compareTo(remaining.dividedBy(2)) < 0 ? TO_END : remaining.dividedBy(2);
        return remaining.minus(end);
    }

    /**
     * In the shape of Kafka's event source mapping. It gives those records again that are named, so all of a partition are:
     * the order of its records stays, and those that are durable are skipped then.
     */
    static Utf8Buffer answer(List<App.Failed> failed) {
        Utf8Buffer json = new Utf8Buffer(256).append("{\"batchItemFailures\":[");
        String comma = "";
        for (App.Failed one : failed) {
            String partition =
                    one.batch().source().stream() + "-" + one.batch().source().partition();
            for (Delivery record : one.batch().deliveries()) {
                json.append(comma).append("{\"itemIdentifier\":{\"partition\":").appendQuoted(partition);
                json.append(",\"offset\":").append(record.offset()).append("}}");
                comma = ",";
            }
        }
        return json.append("]}");
    }
}
