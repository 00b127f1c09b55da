package dev.sluice.cli.demo;

import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.DataWorksOptions;
import dev.sluice.traffic.DataWorksTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.TrafficOptions;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** What both sources send, in the order in which the brokers take it. */
final class DemoTraffic implements Iterable<DemoTraffic.Sent> {
    private final Iterable<Generated> ces;
    private final Iterable<Generated> dataWorks;

    /** A message and the stream that it is in. */
    record Sent(DemoStream stream, Generated generated) {}

    /** A quarter of the changes is DataWorks'. */
    DemoTraffic(long seed, int events) {
        int quarter = events / 4;
        this.ces = CesTraffic.seeded(seed).with(TrafficOptions.defaults().withEvents(events - quarter));
        this.dataWorks =
                DataWorksTraffic.seeded(seed).with(DataWorksOptions.defaults().withEvents(quarter));
    }

    @Override
    public Iterator<Sent> iterator() {
        return new Merged(new Source(DemoStream.CES, ces), new Source(DemoStream.DATAWORKS, dataWorks));
    }

    private static final class Source {
        private final DemoStream stream;
        private final Iterator<Generated> messages;
        private @Nullable Generated next;

        Source(DemoStream stream, Iterable<Generated> messages) {
            this.stream = stream;
            this.messages = messages.iterator();
            advance();
        }

        private void advance() {
            next = messages.hasNext() ? messages.next() : null;
        }

        /** At its end it comes after all others. */
        long timeMs() {
            return next == null ? Long.MAX_VALUE : next.message().brokerTimeMs();
        }

        Sent take() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Sent sent = new Sent(stream, next);
            advance();
            return sent;
        }
    }

    private record Merged(Source one, Source other) implements Iterator<Sent> {
        @Override
        public boolean hasNext() {
            return one.next != null || other.next != null;
        }

        @Override
        public Sent next() {
            return (other.timeMs() < one.timeMs() ? other : one).take();
        }
    }
}
