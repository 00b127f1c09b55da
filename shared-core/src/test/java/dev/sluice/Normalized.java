package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.change.ControlEvent;
import dev.sluice.normalize.CommitTime;
import dev.sluice.normalize.NormalizedChange;
import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import dev.sluice.pipeline.BatchNormalizer;
import dev.sluice.pipeline.BatchReport;
import dev.sluice.pipeline.Delivery;
import dev.sluice.pipeline.JoinedEvent;
import dev.sluice.pipeline.LineSink;
import dev.sluice.pipeline.Outcome;
import dev.sluice.pipeline.Settings;
import dev.sluice.text.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a batch of bodies becomes without a lake. Every line is judged by {@link LineSchemas} on the way. */
public final class Normalized {
    public static final Origin LOCAL = new Origin("local", 0, 1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream control = new ByteArrayOutputStream();
    private final List<Long> sourceTimes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<NormalizedChange> changes = new ArrayList<>();
    private final List<byte[]> quarantined = new ArrayList<>();
    private final BatchReport report;

    private Normalized(Settings settings, Origin origin, List<Delivery> records, boolean validate) {
        report = new BatchNormalizer(settings, origin).normalize(records, new Sink());
        for (String line : LineSchemas.lines(bytes.toByteArray())) {
            if (validate) {
                LineSchemas.assertValid(line);
            }
            lines.add(new Line(line));
        }
        LineSchemas.lines(control.toByteArray()).forEach(LineSchemas::assertValidControl);
    }

    /** Bodies as records of stream local, partition 0, epoch 1, offsets from 0; null is a record without a value. */
    public static Normalized of(byte @Nullable []... bodies) {
        return of(Settings.DEFAULT, LOCAL, deliveries(Arrays.asList(bodies)));
    }

    public static Normalized of(CesMessage message) {
        return of(message.body());
    }

    public static Normalized of(CesMessage message, String variable, String value) {
        return of(Settings.of(Map.of(variable, value)), LOCAL, deliveries(List.of(message.body())));
    }

    public static Normalized of(String body) {
        return of(body.getBytes(StandardCharsets.UTF_8));
    }

    public static Normalized of(Settings settings, Origin origin, List<Delivery> records) {
        return new Normalized(settings, origin, records, true);
    }

    /** The same for inputs so many that judging each line takes too long. */
    public static Normalized unjudged(Settings settings, Origin origin, List<Delivery> records) {
        return new Normalized(settings, origin, records, false);
    }

    public static List<Delivery> deliveries(List<byte @Nullable []> bodies) {
        List<Delivery> records = new ArrayList<>();
        for (byte[] body : bodies) {
            records.add(new Delivery(records.size(), body == null ? null : Slice.of(body), null));
        }
        return records;
    }

    private final class Sink implements LineSink {
        @Override
        public void change(NormalizedChange change, Position position, Slice text) {
            changes.add(change);
            bytes.write(text.bytes(), text.from(), text.length());
        }

        @Override
        public void control(ControlEvent.Kind kind, CommitTime time, Position position, Slice line) {
            control.write(line.bytes(), line.from(), line.length());
        }

        @Override
        public void sourceTime(long millis) {
            sourceTimes.add(millis);
        }

        @Override
        public void piece(Position position) {}

        @Override
        public boolean joined(JoinedEvent event) {
            changes.add(event.change());
            try {
                event.writeTo(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return true;
        }

        @Override
        public void quarantined(Outcome.Quarantined fault, Position position, @Nullable Long brokerTime, Slice raw) {
            quarantined.add(raw.copy());
        }
    }

    /** The output, byte for byte. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** The control lines, byte for byte. */
    public byte[] control() {
        return control.toByteArray();
    }

    /** How far the source said that it has come, in the order in which it did. */
    public List<Long> sourceTimes() {
        return sourceTimes;
    }

    public List<Line> lines() {
        return lines;
    }

    /** The only line. */
    public Line line() {
        assertThat(outcomes()).containsExactly("emitted 1");
        return lines.get(0);
    }

    public List<NormalizedChange> changes() {
        return changes;
    }

    /** Raw bytes of the items that went into quarantine. */
    public List<byte[]> quarantined() {
        return quarantined;
    }

    /** The events whose pieces wait for others, by their names in the state store. */
    public List<String> parked() {
        return report.items().stream()
                .map(BatchReport.Item::outcome)
                .filter(Outcome.Parked.class::isInstance)
                .map(outcome -> ((Outcome.Parked) outcome).set())
                .distinct()
                .toList();
    }

    public BatchReport report() {
        return report;
    }

    /** One text per item, such as {@code emitted 1} or {@code quarantined truncated byte 17}. */
    public List<String> outcomes() {
        return report.items().stream().map(item -> text(item.outcome())).toList();
    }

    /** Code of the quarantined item, which must be the only one. */
    public String code() {
        assertThat(report.items()).hasSize(1);
        Outcome outcome = report.items().get(0).outcome();
        return outcome instanceof Outcome.Quarantined fault ? fault.code() : text(outcome);
    }

    public static String text(Outcome outcome) {
        return outcome.match(new Outcome.Cases<String>() {
            @Override
            public String emitted(Outcome.Emitted emitted) {
                return "emitted " + emitted.lines();
            }

            @Override
            public String parked(Outcome.Parked parked) {
                return "parked " + parked.index() + (parked.last() ? " last" : "");
            }

            @Override
            public String control(Outcome.Control control) {
                return "control " + control.kind();
            }

            @Override
            public String skipped(Outcome.Skipped skipped) {
                return "skipped " + skipped.reason();
            }

            @Override
            public String quarantined(Outcome.Quarantined fault) {
                return ("quarantined " + fault.code() + " " + fault.where()).strip();
            }
        });
    }
}
