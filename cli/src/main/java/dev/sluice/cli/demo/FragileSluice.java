package dev.sluice.cli.demo;

import dev.sluice.lake.LakeWriter;
import dev.sluice.pipeline.Batch;
import dev.sluice.pipeline.ChangePipeline;
import dev.sluice.pipeline.Settings;
import dev.sluice.store.ObjectStore;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** Sluice that crashes now and then in the middle of a batch, and starts anew with what is in its stores. */
final class FragileSluice implements AutoCloseable {
    private final Life life;
    private final ObjectStore lake;
    private final ObjectStore state;
    private LakeWriter writer;

    FragileSluice(ObjectStore lake, ObjectStore state, RandomGenerator chance) throws IOException {
        this.life = new Life(chance);
        this.lake = new MortalStore(lake, life);
        this.state = new MortalStore(state, life);
        this.writer = start(life, this.lake, this.state);
    }

    private static LakeWriter start(Life life, ObjectStore lake, ObjectStore state) throws IOException {
        while (true) {
            try {
                return LakeWriter.open(lake, state, Settings.DEFAULT.layout());
            } catch (IOException e) {
                beginAgain(life, e);
            }
        }
    }

    private static void beginAgain(Life life, IOException failure) throws IOException {
        if (!life.isOver()) {
            throw failure;
        }
        life.beginAgain();
    }

    /**
     * Takes a batch in.
     *
     * @return false if it crashed and was started again: the batch may not be acknowledged
     */
    boolean process(Batch batch) throws IOException {
        try {
            new ChangePipeline(Settings.DEFAULT, writer, state).process(batch);
            return true;
        } catch (IOException e) {
            writer.close();
            beginAgain(life, e);
            writer = start(life, lake, state);
            return false;
        }
    }

    int crashes() {
        return life.deaths();
    }

    @Override
    public void close() {
        writer.close();
    }
}
