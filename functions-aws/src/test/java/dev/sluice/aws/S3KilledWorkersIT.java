package dev.sluice.aws;

import dev.sluice.killed.KilledWorkersContract;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import dev.sluice.servers.S3Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Against s3proxy in front of Azurite. Nobody kills these: Azurite acknowledges before it persists. */
class S3KilledWorkersIT extends KilledWorkersContract {
    @TempDir
    private static Path folder;

    private static Azurite azurite;
    private static S3Proxy s3;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder.resolve("azurite"));
        s3 = S3Proxy.inFrontOf(azurite, folder.resolve("s3proxy"));
    }

    @AfterAll
    static void stop() {
        s3.close();
        azurite.close();
    }

    @Override
    protected Place newPlace() {
        return new S3Buckets(s3).newPlaceOfWorkers();
    }
}
