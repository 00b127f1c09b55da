package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.text.Slice;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an object holds of a folder's lines, when some of them were sent again. */
class FolderLinesTest {
    private final FolderLines lines = new FolderLines();

    private static FolderLines.Place at(long offset, int item) {
        return new FolderLines.Place(offset, item);
    }

    private static Slice line(String id, long offset) {
        return Slice.of("{\"id\":\"" + id + "\",\"source\":{\"offset\":" + offset + "}}\n");
    }

    private void add(long offset, String text) {
        lines.add(offset, 0, Slice.of(text));
    }

    private void resend(long offset, String text, long copy) {
        lines.addResend(at(offset, 0), Slice.of(text), at(copy, 0));
    }

    private String object(int from, int to) {
        return lines.object(from, to).toString();
    }

    @Test
    void aResendIsLeftOutWhereItsCopyIs() {
        add(4, "a");
        resend(5, "A", 4);
        add(6, "b");
        resend(7, "B", 6);
        add(8, "c");

        assertThat(object(0, 5)).isEqualTo("abc");
        assertThat(lines.resendsKept(0, 5)).isEmpty();
        assertThat(object(1, 5)).isEqualTo("Abc");
        assertThat(lines.resendsKept(1, 5)).containsExactly(at(5, 0));
        assertThat(object(3, 5)).isEqualTo("Bc");
        assertThat(lines.resendsKept(3, 5)).containsExactly(at(7, 0));
    }

    @Test
    void anObjectEndsWithItsLastItem() {
        add(4, "a");
        resend(5, "A", 4);
        resend(6, "A", 4);

        assertThat(object(0, 2)).isEqualTo("aA");
        assertThat(lines.resendsKept(0, 2)).containsExactly(at(5, 0));
        assertThat(object(0, 3)).isEqualTo("aA");
        assertThat(lines.resendsKept(0, 3)).containsExactly(at(6, 0));
        assertThat(object(0, 1)).isEqualTo("a");
        assertThat(lines.resendsKept(0, 1)).isEmpty();
    }

    @Test
    void whatIsAResendIsToldByItsItem() {
        lines.add(4, 0, Slice.of("a"));
        lines.add(4, 1, Slice.of("b"));
        lines.addResend(at(4, 2), Slice.of("B"), at(4, 1));
        lines.add(5, 0, Slice.of("c"));

        assertThat(object(0, 4)).isEqualTo("abc");
        assertThat(List.of(lines.isResend(0), lines.isResend(1), lines.isResend(2), lines.isResend(3)))
                .containsExactly(false, false, true, false);
        assertThat(List.of(lines.repeats(0, 1), lines.repeats(0, 2), lines.repeats(1, 2), lines.repeats(3, 2)))
                .containsExactly(false, true, true, false);
        assertThat(lines.place(2)).isEqualTo(at(4, 2));
    }

    /** The copy went to another folder, so this one has none. */
    @Test
    void aResendWhoseCopyIsNotHereIsALineAsAny() {
        lines.add(4, 1, Slice.of("a"));
        add(6, "b");
        resend(7, "x", 4);
        resend(8, "y", 5);
        add(9, "c");

        assertThat(object(0, 5)).isEqualTo("abxyc");
        assertThat(List.of(lines.isResend(2), lines.isResend(3))).containsExactly(false, false);
        assertThat(lines.resendsKept(0, 5)).isEmpty();
    }

    @Test
    void theLastItemMayBeACopy() {
        add(4, "a");
        add(5, "b");
        resend(6, "B", 5);
        add(7, "c");

        assertThat(object(0, 4)).isEqualTo("abc");
    }

    @Test
    void whatIsKnownLateIsPutInOrder() {
        add(6, "c");
        add(4, "a");
        lines.add(5, 1, Slice.of("B"));
        lines.add(5, 0, Slice.of("b"));

        assertThat(object(0, 4)).isEqualTo("abBc");
        assertThat(List.of(lines.offset(0), lines.offset(1), lines.offset(2), lines.offset(3)))
                .containsExactly(4L, 5L, 5L, 6L);
        assertThat(List.of(lines.firstAfter(3), lines.firstAfter(4), lines.firstAfter(5), lines.firstAfter(6)))
                .containsExactly(0, 1, 3, 4);
    }

    @Test
    void itemsOfOneRecordAreKnownLateAsWell() {
        lines.add(5, 1, Slice.of("b"));
        lines.add(5, 0, Slice.of("a"));
        lines.add(5, 0, Slice.of("A"));

        assertThat(object(0, 3)).isEqualTo("aAb");
        assertThat(object(1, 2)).isEqualTo("A");
    }

    @Test
    void aCopyThatIsKnownLateIsFound() {
        add(6, "c");
        add(4, "a");
        resend(7, "A", 4);
        add(8, "d");

        assertThat(object(0, 4)).isEqualTo("acd");
    }

    @Test
    void whatHasLinesAlreadyIsLeftOut() throws IOException {
        lines.add(4, 0, line("a", 4));
        lines.add(5, 0, line("b", 5));
        lines.addResend(at(6, 0), line("b", 6), at(5, 0));
        lines.add(7, 0, line("c", 7));
        FolderItems there = new FolderItems();
        assertThat(lines.without(there)).isSameAs(lines);

        there.addLine(line("a", 4));
        there.addLine(line("other", 5));
        FolderLines rest = lines.without(there);
        assertThat(rest.firstAfter(3)).isZero();
        assertThat(rest.firstAfter(99)).isEqualTo(3);
        assertThat(rest.object(0, 3).toString()).isEqualTo(line("b", 5).toString() + line("c", 7));
        assertThat(rest.isResend(1)).isTrue();
    }

    @Test
    void whatHasLinesAlreadyIsFoundInAnyOrder() throws IOException {
        lines.add(5, 0, line("b", 5));
        lines.add(4, 0, line("a", 4));
        FolderItems there = new FolderItems();
        there.addLine(line("a", 4));

        FolderLines rest = lines.without(there);
        assertThat(rest.object(0, 1).toString()).isEqualTo(line("b", 5).toString());
        assertThat(rest.firstAfter(99)).isEqualTo(1);
    }
}
