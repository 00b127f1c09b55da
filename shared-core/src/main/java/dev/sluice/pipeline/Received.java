package dev.sluice.pipeline;

import dev.sluice.lake.StreamPartition;
import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one call of a platform brought, by partition. */
public record Received(List<Batch> batches, List<UnplacedBatch> unplaced) {
    public static final Received NOTHING = new Received(List.of(), List.of());

    /**
     * Records of one partition, of which each has its offset.
     *
     * @param records in any order; two with one offset cannot both be right, so then none has a place
     */
    public static Received of(StreamPartition source, List<Delivery> records) {
        List<Delivery> sorted = new ArrayList<>(records);
        sorted.sort(Comparator.comparingLong(Delivery::offset));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).offset() == sorted.get(i - 1).offset()) {
                return unplaced(
                        source,
                        sorted.get(0).offset(),
                        sorted.get(0).brokerTime(),
                        records.stream().map(Delivery::body).toList(),
                        "two records have the same offset");
            }
        }
        return new Received(List.of(new Batch(source, sorted)), List.of());
    }

    /** Records whose positions do not line up with their bodies. */
    public static Received unplaced(
            StreamPartition source,
            long lowest,
            @Nullable Long brokerTime,
            List<@Nullable Slice> bodies,
            String reason) {
        List<Slice> all =
                bodies.stream().map(body -> body == null ? Slice.EMPTY : body).toList();
        return new Received(List.of(), List.of(new UnplacedBatch(source, lowest, brokerTime, all, reason)));
    }

    /** Both together. */
    public Received and(Received more) {
        List<Batch> allBatches = new ArrayList<>(batches);
        allBatches.addAll(more.batches);
        List<UnplacedBatch> allUnplaced = new ArrayList<>(unplaced);
        allUnplaced.addAll(more.unplaced);
        return new Received(allBatches, allUnplaced);
    }
}
