package dev.sluice.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Which choices of pieces could be the whole event. */
class CandidatesTest {
    /** A piece by its index, {@code !} for a last one, and what tells it from others of that index, as in {@code 2!b}. */
    private static PieceName piece(String text) {
        boolean last = text.charAt(1) == '!';
        return new PieceName(text.charAt(0) - '0', last, text.substring(last ? 2 : 1));
    }

    private static List<PieceName> pieces(String... texts) {
        return List.of(texts).stream().map(CandidatesTest::piece).toList();
    }

    private static Candidates of(int total, String... texts) {
        return Candidates.of(pieces(texts), total);
    }

    @Test
    void piecesWithoutAGapUpToALastOneAreAChoice() {
        assertThat(of(0, "0a", "1a", "2!a")).isEqualTo(new Candidates(List.of(pieces("0a", "1a", "2!a")), true, false));
        assertThat(of(0, "2!a", "1a")).isEqualTo(new Candidates(List.of(pieces("1a", "2!a")), false, false));
        assertThat(of(0, "0!a")).isEqualTo(new Candidates(List.of(pieces("0!a")), true, false));
    }

    @Test
    void aGapNoLastOneAndABeginningBehindOneAreNoChoice() {
        Candidates none = new Candidates(List.of(), true, false);
        assertThat(of(0, "0a", "2!a")).isEqualTo(none);
        assertThat(of(0, "0a", "1a")).isEqualTo(none);
        assertThat(of(0, "2a", "3!a")).isEqualTo(new Candidates(List.of(), false, false));
    }

    @Test
    void aLastPieceStandsAtTheEndOnly() {
        assertThat(of(0, "0a", "1!a", "2!a").choices()).containsExactly(pieces("0a", "1!a"));
        assertThat(of(0, "0a", "1a", "1!a", "2!a").choices())
                .containsExactly(pieces("0a", "1!a"), pieces("0a", "1a", "2!a"));
    }

    @Test
    void everyPieceThatClaimsAnIndexMayBeTheOne() {
        assertThat(of(0, "0a", "0b", "1a", "2!a", "2!b").choices())
                .containsExactlyInAnyOrder(
                        pieces("0a", "1a", "2!a"),
                        pieces("0b", "1a", "2!a"),
                        pieces("0a", "1a", "2!b"),
                        pieces("0b", "1a", "2!b"));
    }

    @Test
    void asManyPiecesAsAnnouncedAreAChoice() {
        assertThat(of(3, "0a", "1a", "2a").choices()).containsExactly(pieces("0a", "1a", "2a"));
        assertThat(of(3, "1a", "2a", "3a").choices()).containsExactly(pieces("1a", "2a", "3a"));
        assertThat(of(3, "1a", "2a").choices()).isEmpty();
        assertThat(of(2, "0a", "1a", "2a").choices()).containsExactly(pieces("0a", "1a"));
        assertThat(of(1, "0a").choices()).containsExactly(pieces("0a"));
    }

    private static Candidates manyWays(int ofTheFirst, int ofTheLast) {
        List<PieceName> names = new ArrayList<>();
        for (int i = 0; i < ofTheFirst; i++) {
            names.add(new PieceName(0, false, String.format(Locale.ROOT, "%03d", i)));
        }
        for (int i = 0; i < ofTheLast; i++) {
            names.add(new PieceName(1, true, String.format(Locale.ROOT, "%03d", i)));
        }
        return Candidates.of(names, 0);
    }

    @Test
    void moreThanSixtyFourWaysAreTooMany() {
        Candidates tooMany = new Candidates(List.of(), true, true);

        assertThat(manyWays(64, 1).choices()).hasSize(64);
        assertThat(manyWays(64, 1).tooMany()).isFalse();
        assertThat(manyWays(65, 1)).isEqualTo(tooMany);
        assertThat(manyWays(8, 8).choices()).hasSize(64).doesNotHaveDuplicates();
        assertThat(manyWays(8, 8).tooMany()).isFalse();
        assertThat(manyWays(13, 5)).isEqualTo(tooMany);
        assertThat(manyWays(1, 65)).isEqualTo(tooMany);
    }
}
