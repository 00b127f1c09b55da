package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people are told of the pieces that are not there. */
class MissingTest {
    private static BitSet present(String indexes) {
        BitSet present = new BitSet();
        for (String index : indexes.split(" ", -1)) {
            present.set(Integer.parseInt(index));
        }
        return present;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0         | -1 | 0 | the last
            2         | -1 | 0 | 0-1 and the last
            1         | -1 | 0 | 0 and the last
            1 3       | -1 | 0 | 2 and the last
            0 2       | -1 | 0 | 1 and the last
            0 1 5 9   |  9 | 0 | 2-4, 6-8
            1         |  1 | 0 | 0
            1 2       |  2 | 0 | 0
            1 3       |  3 | 0 | 2
            2         |  2 | 0 | 0-1
            5         |  5 | 0 | 0-4
            0 2       |  0 | 0 | ``
            0 1 2     |  2 | 0 | ``
            0         | -1 | 3 | 1-2
            2         | -1 | 3 | 0-1, 3
            1         | -1 | 2 | 2
            1         | -1 | 4 | 2-4
            0 2       | -1 | 4 | 1, 3
            3         | -1 | 3 | 0-2
            1 2       | -1 | 2 | 0
            """)
    void theIndexesAreCountedInRanges(String present, int last, int total, String told) {
        assertThat(Missing.describe(present(present), last, total)).isEqualTo(told);
    }

    @Test
    void aLongListIsCutOff() {
        BitSet present = new BitSet();
        IntStream.rangeClosed(0, 300)
                .filter(i -> i % 2 == 0 || i == 11 || i == 13)
                .forEach(present::set);

        String told = Missing.describe(present, 300, 0);

        assertThat(told)
                .startsWith("1, 3, 5, 7, 9, 15, 17, ")
                .endsWith(", 101, 103, 105")
                .hasSize(200);
    }
}
