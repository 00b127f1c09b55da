package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What parked pieces, and parked halves of updates, are called. */
class PieceNameTest {
    private static final String HASH = "0123456789abcdef";

    @Test
    void aPieceIsNamedByItsIndexAndItsHash() {
        assertThat(new PieceName(7, false, HASH).text()).isEqualTo("000007-" + HASH);
        assertThat(new PieceName(10_000, true, HASH).text()).isEqualTo("010000-last-" + HASH);
        for (PieceName name : List.of(new PieceName(0, false, HASH), new PieceName(999_999, true, HASH))) {
            assertThat(PieceName.parse(name.text())).contains(name);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "conflict",
                "incomplete",
                "00007-0123456789abcdef",
                "000007-0123456789abcde",
                "000007-0123456789ABCDEF",
                "000007-last0123456789abcdef",
                "000007-first-0123456789abcdef",
                "000007-0123456789abcdef.tmp"
            })
    void whatIsCalledOtherwiseIsNoPiece(String text) {
        assertThat(PieceName.parse(text)).isEqualTo(Optional.empty());
    }

    @Test
    void piecesAreInTheOrderOfTheirIndexesThenTheLastThenTheirHashes() {
        List<PieceName> ascending = List.of(
                new PieceName(0, true, "f"),
                new PieceName(1, false, "b"),
                new PieceName(1, false, "c"),
                new PieceName(1, true, "a"),
                new PieceName(1, true, "d"),
                new PieceName(2, false, "a"));
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                assertThat(Integer.signum(ascending.get(i).compareTo(ascending.get(j))))
                        .as("%d and %d", i, j)
                        .isEqualTo(Integer.compare(i, j));
            }
        }
        assertThat(new TreeSet<>(ascending)).containsExactlyElementsOf(ascending);
    }

    @Test
    void aHalfIsNamedByItsPlace() {
        HalfName first = new HalfName(true, 3, 2, 41, 7);

        assertThat(first.text()).isEqualTo("before-3-2-00000000000000000041-000007");
        assertThat(new HalfName(false, 3, 2, 41, 7).text()).isEqualTo("after-3-2-00000000000000000041-000007");
        assertThat(HalfName.parse(first.text())).contains(first);
        assertThat(HalfName.parse("after-3-2-00000000000000000041-000007")).contains(new HalfName(false, 3, 2, 41, 7));
        assertThat(HalfName.parse("taken-before-3-2-00000000000000000041-000007"))
                .isEmpty();
        assertThat(first.at(false, 99)).isEqualTo(new HalfName(false, 3, 2, 99, 0));
    }

    @Test
    void aHalfStandsBeforeLaterOnesOfItsPartitionAndEpoch() {
        HalfName half = new HalfName(true, 3, 2, 41, 7);

        assertThat(half.standsBefore(new HalfName(false, 3, 2, 42, 0))).isTrue();
        assertThat(half.standsBefore(new HalfName(false, 3, 2, 41, 8))).isTrue();
        assertThat(half.standsBefore(new HalfName(false, 3, 2, 41, 7))).isFalse();
        assertThat(half.standsBefore(new HalfName(false, 3, 2, 41, 6))).isFalse();
        assertThat(half.standsBefore(new HalfName(false, 3, 2, 40, 9))).isFalse();
        assertThat(half.standsBefore(new HalfName(false, 4, 2, 42, 0))).isFalse();
        assertThat(half.standsBefore(new HalfName(false, 3, 3, 42, 0))).isFalse();
    }
}
