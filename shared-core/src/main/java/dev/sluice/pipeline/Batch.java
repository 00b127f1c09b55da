package dev.sluice.pipeline;

import dev.sluice.lake.StreamPartition;
import java.util.ArrayList;
import java.util.List;

/** Records of one partition, in ascending order of their offsets. */
public record Batch(StreamPartition source, List<Delivery> deliveries) {
    public Batch {
        deliveries = List.copyOf(deliveries);
        for (int i = 1; i < deliveries.size(); i++) {
            if (deliveries.get(i).offset() <= deliveries.get(i - 1).offset()) {
                throw new IllegalArgumentException("offset " + deliveries.get(i).offset() + " stands behind offset "
                        + deliveries.get(i - 1).offset() + " in a batch");
            }
        }
    }

    /**
     * Cut into runs of consecutive offsets, none longer than {@code longest}.
     *
     * @param sparse offsets that are missing do not exist, and cut nothing
     */
    List<List<Delivery>> runs(int longest, boolean sparse) {
        List<List<Delivery>> runs = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= deliveries.size(); i++) {
            boolean ends = i == deliveries.size()
                    || i - start == longest
                    || (sparse
                            ? deliveries.get(i).offset() - deliveries.get(start).offset() >= longest
                            : deliveries.get(i).offset()
                                    != deliveries.get(i - 1).offset() + 1);
            if (ends) {
                runs.add(deliveries.subList(start, i));
                start = i;
            }
        }
        return runs;
    }
}
