package dev.sluice.aws;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Goes over what is parked, on a schedule. It may be late, and two may run at once; a sweep minds neither. */
public final class SweepHandler implements RequestStreamHandler {
    static {
        Snapshot.prepare();
    }

    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) throws IOException {
        App.get().sweep();
        answer.write("{}".getBytes(StandardCharsets.UTF_8));
    }
}
