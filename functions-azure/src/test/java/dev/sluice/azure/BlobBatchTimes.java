package dev.sluice.azure;

import dev.sluice.BatchTimes;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import dev.sluice.store.MemoryObjectStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures against Azurite; not part of the build (benchmarks/README.md). */
class BlobBatchTimes {
    @TempDir
    private Path folder;

    @Test
    void aBatch() throws Exception {
        System.out.println("in memory\n" + BatchTimes.measure(new MemoryObjectStore(), new MemoryObjectStore()));
        try (Azurite azurite = Azurite.inMemory(folder)) {
            Place place = new BlobContainers(azurite).newPlaceOfWorkers();
            System.out.println("Azurite\n" + BatchTimes.measure(place.lake(), place.state()));
        }
    }
}
