package dev.sluice.cli.demo;

import dev.sluice.cli.Progress;
import dev.sluice.store.FileObjectStore;
import dev.sluice.traffic.Kind;
import java.io.IOException;
import java.util.Random;

/** One run of the demo, with the default settings whatever the environment says. */
record DemoRun(long seed, int events) {
    DemoResult into(DemoFolder folder, Progress progress) throws IOException {
        FileObjectStore lake = new FileObjectStore(folder.lake());
        FileObjectStore state = new FileObjectStore(folder.state());
        long before = LakeQuery.messages(folder.lake());
        Expected expected = new Expected();
        int crashes = feed(lake, state, expected, progress);
        ParkedCounts parked = ParkedCounts.swept(lake, state);
        LakeCounts counts = LakeQuery.run(folder.lake(), folder.state());
        return new DemoResult(
                folder.name(), counts.messages() - before, crashes, expected, counts, parked, ExampleLine.of(lake));
    }

    /** @return how often Sluice crashed */
    private int feed(FileObjectStore lake, FileObjectStore state, Expected expected, Progress progress)
            throws IOException {
        Random chance = new Random();
        try (FragileSluice sluice = new FragileSluice(lake, state, chance)) {
            Broker broker = new Broker(sluice, chance);
            for (DemoTraffic.Sent sent : new DemoTraffic(seed, events)) {
                Kind kind = sent.generated().kind();
                expected.count(kind);
                broker.take(sent.stream(), sent.generated().message());
                if (kind == Kind.CHANGE) {
                    progress.step();
                }
            }
            broker.end();
            return sluice.crashes();
        }
    }
}
