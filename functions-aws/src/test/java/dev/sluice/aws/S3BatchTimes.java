package dev.sluice.aws;

import dev.sluice.BatchTimes;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import dev.sluice.store.MemoryObjectStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures against s3proxy in front of Azurite; not part of the build (benchmarks/README.md). */
class S3BatchTimes {
    @TempDir
    private Path folder;

    @Test
    void aBatch() throws Exception {
        System.out.println("in memory\n" + BatchTimes.measure(new MemoryObjectStore(), new MemoryObjectStore()));
        try (Azurite azurite = Azurite.inMemory(folder.resolve("azurite"));
                S3Proxy s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"))) {
            Place place = new S3Buckets(s3).newPlaceOfWorkers();
            System.out.println("s3proxy\n" + BatchTimes.measure(place.lake(), place.state()));
        }
    }
}
