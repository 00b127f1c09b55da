package dev.sluice.azure;

import dev.sluice.killed.KilledWorkersContract;
import dev.sluice.killed.Place;
import dev.sluice.servers.Azurite;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Against Azurite, which nobody kills: it acknowledges before it persists. */
class BlobKilledWorkersIT extends KilledWorkersContract {
    @TempDir
    private static Path folder;

    private static Azurite azurite;

    @BeforeAll
    static void start() throws Exception {
        azurite = Azurite.inMemory(folder);
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @Override
    protected Place newPlace() {
        return new BlobContainers(azurite).newPlaceOfWorkers();
    }
}
