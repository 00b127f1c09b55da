package dev.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartsAndRangesTest {
    private static final int PART = 100_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536, 65_537, PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 1, 5 * PART - 1})
    void allPartsAreFullButTheLast(int size) throws Exception {
        byte[] content = ObjectStoreContract.pattern(size, 3);
        for (int step : new int[] {1, 7, 99_999, 300_000}) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            List<Integer> sizes = new ArrayList<>();
            PartedOutput out = new PartedOutput(PART, part -> {
                sizes.add(part.length);
                joined.write(part);
            });

            for (int i = 0; i < size; i += step) {
                if (step == 1) {
                    out.write(content[i]);
                } else {
                    out.write(content, i, Math.min(step, size - i));
                }
            }
            joined.write(out.last());

            assertThat(joined.toByteArray()).isEqualTo(content);
            assertThat(sizes).containsOnly(size <= PART ? new Integer[0] : new Integer[] {PART});
            assertThat(out.last()).hasSize(size == 0 ? 0 : (size - 1) % PART + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11, 20, 95})
    void rangesAreReadInOrderAndOnlyWhenNeeded(int size) throws Exception {
        byte[] content = ObjectStoreContract.pattern(size, 3);
        List<Long> offsets = new ArrayList<>();
        try (RangedInput in = new RangedInput(size, 10, (offset, length) -> {
            offsets.add(offset);
            return Arrays.copyOfRange(content, (int) offset, (int) offset + length);
        })) {
            assertThat(offsets).isEmpty();
            if (size > 0) {
                assertThat(in.read()).isEqualTo(content[0] & 0xff);
                assertThat(offsets).containsExactly(0L);
            }
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, Math.min(1, size), size));
            assertThat(in.read()).isEqualTo(-1);
        }
        assertThat(offsets).hasSize((size + 9) / 10).isSorted();
    }

    @Test
    void aRangeOfTheWrongLengthAndAClosedStreamAreErrors() {
        RangedInput shorter = new RangedInput(20, 10, (offset, length) -> new byte[length - 1]);
        assertThatThrownBy(shorter::read)
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("the store sent 9 bytes for the 10 from 0 on");
        shorter.close();
        assertThatThrownBy(shorter::read).isExactlyInstanceOf(IOException.class).hasMessage("the stream is closed");
    }
}
