package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.store.CountingObjectStore;
import dev.sluice.store.CountingObjectStore.Call;
import dev.sluice.store.FaultyObjectStore;
import dev.sluice.store.MemoryObjectStore;
import dev.sluice.store.StoreOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lake decides at its first start holds for ever. */
class LayoutTest {
    private static final Layout HOURLY = new Layout(Layout.Partition.HOUR, Layout.Compression.NONE);
    private static final String KEY = "_layout.json";

    private final MemoryObjectStore lake = new MemoryObjectStore();

    private void write(String json) {
        lake.create(KEY, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theFirstStartWritesIt() throws IOException {
        CountingObjectStore counting = new CountingObjectStore(lake);
        HOURLY.fix(counting);

        assertThat(counting.calls())
                .containsExactly(new Call(StoreOperation.GET, KEY), new Call(StoreOperation.CREATE, KEY));
        assertThat(new String(lake.get(KEY).orElseThrow().content(), StandardCharsets.UTF_8))
                .isEqualTo("{\"format\":1,\"compression\":\"none\",\"partition\":\"hour\"}");
        HOURLY.fix(lake);
        assertThatThrownBy(() -> Layout.DEFAULT.fix(lake))
                .isInstanceOf(LayoutMismatchException.class)
                .hasMessage("the lake was begun with SLUICE_PARTITION=hour SLUICE_COMPRESSION=none, the settings ask"
                        + " for SLUICE_PARTITION=day SLUICE_COMPRESSION=gzip; set them back, or rebuild into an empty"
                        + " lake root");
    }

    /** Somebody else writes it between our looking and our writing. */
    private FaultyObjectStore raced(Layout other, FaultyObjectStore.Hook after) {
        FaultyObjectStore.Hook first = (operation, name) -> {
            if (operation == StoreOperation.CREATE) {
                other.fix(lake);
            }
        };
        return new FaultyObjectStore(lake, first, after);
    }

    @Test
    void ofTwoThatStartAtOnceOneDecides() throws IOException {
        HOURLY.fix(raced(HOURLY, FaultyObjectStore.Hook.NONE));
        lake.delete(KEY);
        assertThatThrownBy(() -> Layout.DEFAULT.fix(raced(HOURLY, FaultyObjectStore.Hook.NONE)))
                .isInstanceOf(LayoutMismatchException.class);
    }

    @Test
    void aLayoutThatIsThereAndGoneIsRefused() {
        FaultyObjectStore.Hook deletes = (operation, name) -> {
            if (operation == StoreOperation.CREATE) {
                lake.delete(KEY);
            }
        };
        assertThatIOException()
                .isThrownBy(() -> HOURLY.fix(raced(HOURLY, deletes)))
                .withMessage("_layout.json vanished");
    }

    @Test
    void aFormatOfALaterVersionIsRefused() {
        write("{\"format\":2,\"compression\":\"none\",\"partition\":\"hour\"}");
        assertThatIOException()
                .isThrownBy(() -> HOURLY.fix(lake))
                .withMessage("the lake's _layout.json has format 2, this version knows format 1; use a version that"
                        + " knows it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"format\":1,\"compression\":\"zip\",\"partition\":\"hour\"}",
                "{\"format\":1,\"compression\":\"none\",\"partition\":\"week\"}",
                "{\"format\":1}"
            })
    void aLayoutThatIsNotKnownIsRefused(String json) {
        write(json);
        assertThatIOException()
                .isThrownBy(() -> HOURLY.fix(lake))
                .withMessageStartingWith("the lake's _layout.json is not readable: ");
    }
}
