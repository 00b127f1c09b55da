package dev.sluice.traffic;

/** Gives messages their places in a broker's log, and the times at which the broker takes them. */
final class Topic {
    private final Dice noise;
    private final long[] nextOffset;
    private final long[] brokerMs;

    Topic(int partitions, Dice noise) {
        this.noise = noise;
        this.nextOffset = new long[partitions];
        this.brokerMs = new long[partitions];
    }

    int partitions() {
        return nextOffset.length;
    }

    /** Some milliseconds after it was sent, and never before the one in front of it. */
    SourceMessage message(int partition, byte[] body, long sentMs) {
        brokerMs[partition] = Math.max(brokerMs[partition], sentMs + 20 + noise.below(400));
        return new SourceMessage(partition, nextOffset[partition]++, body, brokerMs[partition]);
    }
}
