package dev.sluice.cli.demo;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.FileObjectStore;
import dev.sluice.traffic.CesTraffic;
import dev.sluice.traffic.Generated;
import dev.sluice.traffic.Kind;
import dev.sluice.traffic.TrafficOptions;
import java.io.IOException;
import java.util.Random;

/** One run of the demo, with the default settings whatever the environment says. */
record DemoRun(long seed, int events) {
    DemoResult into(DemoFolder folder, Progress progress) throws IOException {
        FileObjectStore lake = new FileObjectStore(folder.lake());
        FileObjectStore state = new FileObjectStore(folder.state());
        Expected expected = new Expected();
        long added = feed(lake, state, expected, progress);
        LakeCounts counts = LakeQuery.run(folder.lake(), folder.state());
        return new DemoResult(folder.name(), added, expected, counts, ExampleLine.of(lake));
    }

    private long feed(FileObjectStore lake, FileObjectStore state, Expected expected, Progress progress)
            throws IOException {
        TrafficOptions options = TrafficOptions.defaults().withEvents(events);
        Settings settings = Settings.DEFAULT;
        try (LakeWriter writer = LakeWriter.open(lake, state, settings.layout())) {
            ChangePipeline pipeline = new ChangePipeline(settings, writer, state);
            Broker broker = new Broker(pipeline, new Random(), options.partitions());
            for (Generated generated : CesTraffic.seeded(seed).with(options)) {
                expected.count(generated.kind());
                broker.take(generated.message());
                if (generated.kind() == Kind.CHANGE) {
                    progress.step();
                }
            }
            broker.end();
            return broker.emitted();
        }
    }
}
