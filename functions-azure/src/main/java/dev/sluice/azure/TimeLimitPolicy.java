package dev.sluice.azure;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import dev.sluice.store.Attempts;
import java.io.IOException;
import java.io.UncheckedIOException;
import reactor.core.publisher.Mono;

/**
 * Stands right before the network, behind signing in, which may take long: what is sent has the time that is left then,
 * and nothing is sent when none is.
 */
final class TimeLimitPolicy implements HttpPipelinePolicy {
    private static final String LIMIT = "sluice-time-limit";

    /** The HTTP client's own: from sending the request until its answer begins. */
    private static final String RESPONSE_TIMEOUT = "azure-response-timeout";

    private record Limit(Attempts.Attempt attempt, long bytes) {}

    /** For a request that sends so many bytes. */
    static Context of(Attempts.Attempt attempt, long bytes) {
        return new Context(LIMIT, new Limit(attempt, bytes));
    }

    @Override
    public HttpResponse processSync(HttpPipelineCallContext call, HttpPipelineNextSyncPolicy next) {
        apply(call);
        return next.processSync();
    }

    @Override
    public Mono<HttpResponse> process(HttpPipelineCallContext call, HttpPipelineNextPolicy next) {
        return Mono.defer(() -> {
            apply(call);
            return next.process();
        });
    }

    private static void apply(HttpPipelineCallContext call) {
        call.getData(LIMIT).ifPresent(data -> {
            Limit limit = (Limit) data;
            try {
                call.setData(RESPONSE_TIMEOUT, limit.attempt().timeFor(limit.bytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
