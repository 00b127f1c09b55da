package dev.sluice.benchmarks;

import dev.sluice.change.ControlEvent;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Our own line, batch by batch as a handler runs it: the whole of decode, assemble and normalize. */
final class SluiceLine implements LineSink {
    private static final Origin ORIGIN = new Origin("bench", 0, 1);

    private final BatchNormalizer normalizer = new BatchNormalizer(Settings.DEFAULT, ORIGIN);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);

    /** The lines of the batch; valid until the next one. */
    ByteArrayOutputStream lines(List<Delivery> batch) {
        out.reset();
        normalizer.normalize(batch, this);
        return out;
    }

    @Override
    public void change(NormalizedChange change, Position position, Slice lines) {
        out.write(lines.bytes(), lines.from(), lines.length());
    }

    @Override
    public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
        throw new IllegalStateException("the benchmark has row changes only");
    }

    @Override
    public void sourceTime(long millis) {
        throw new IllegalStateException("the benchmark has row changes only");
    }

    @Override
    public void piece(Position position) {
        throw new IllegalStateException("the benchmark has whole events only");
    }

    @Override
    public boolean joined(JoinedEvent event) {
        throw new IllegalStateException("the benchmark has whole events only");
    }

    @Override
    public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
        throw new IllegalStateException("the benchmark has good events only: " + fault);
    }
}
