package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.text.Slice;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which items an object holds, as its lines say. */
class FolderItemsTest {
    private static Slice event(long offset, String id) {
        return Slice.of("{\"id\":\"" + id + "\",\"source\":{\"stream\":\"s\",\"offset\":" + offset + "}}");
    }

    private static Slice quarantined(long offset, int item) {
        return Slice.of("{\"code\":\"x\",\"offset\":" + offset + ",\"item\":" + item + ",\"body_base64\":\"\"}");
    }

    private static FolderItems of(Slice... lines) throws IOException {
        FolderItems items = new FolderItems();
        for (Slice line : lines) {
            items.addLine(line);
        }
        return items;
    }

    @Test
    void anEventIsToldByItsOffsetAndId() throws IOException {
        FolderItems items = of(event(40, "a"), event(40, "b"), event(42, "a"));

        assertThat(items.hold(event(40, "a"))).isTrue();
        assertThat(items.hold(event(40, "b"))).isTrue();
        assertThat(items.hold(event(40, "c"))).isFalse();
        assertThat(items.hold(event(41, "a"))).isFalse();
        assertThat(items.hold(event(42, "a"))).isTrue();
        assertThat(items.hold(event(42, "b"))).isFalse();
        assertThat(items.size()).isEqualTo(2);
        assertThat(items.last()).isEqualTo(42);
    }

    @Test
    void aQuarantinedItemIsToldByItsOffsetAndNumber() throws IOException {
        FolderItems items = of(quarantined(40, 0), quarantined(40, 2));

        assertThat(items.hold(quarantined(40, 0))).isTrue();
        assertThat(items.hold(quarantined(40, 1))).isFalse();
        assertThat(items.hold(quarantined(40, 2))).isTrue();
        assertThat(items.hold(quarantined(41, 0))).isFalse();
        assertThat(items.size()).isEqualTo(1);
    }

    @Test
    void bothLinesOfAChangedKeyAreOneItem() throws IOException {
        assertThat(of(event(40, "a/d")).hold(event(40, "a/c"))).isTrue();
        assertThat(of(event(40, "a/c")).hold(event(40, "a"))).isTrue();
        assertThat(of(event(40, "a/x")).hold(event(40, "a"))).isFalse();
        assertThat(of(event(40, "a/c/b")).hold(event(40, "a/b"))).isFalse();
    }

    /** Whatever stands around them, and in them. */
    @Test
    void onlyTheLinesOwnMembersTell() throws IOException {
        Slice line = Slice.of("{\"after\":{\"offset\":1,\"id\":\"x\",\"source\":{\"offset\":2}},"
                + "\"source\":{\"stream\":\"s\",\"sequence\":{\"offset\":3},\"offset\":40,\"rest\":[{\"offset\":4}]},"
                + "\"before\":[\"id\"],\"id\":\"a\",\"offset\":5}");

        FolderItems items = of(line);
        assertThat(items.hold(event(40, "a"))).isTrue();
        assertThat(items.last()).isEqualTo(40);
        assertThat(items.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[1]",
                "7",
                "{\"op\":\"c\"}",
                "{\"id\":\"a\"}",
                "{\"item\":1}",
                "{\"offset\":1}",
                "{\"source\":{\"offset\":1}}"
            })
    void aLineWithoutAPlaceIsNotOurs(String line) {
        assertThatIOException().isThrownBy(() -> of(Slice.of(line))).withMessage("one of its lines has no place");
    }

    @Test
    void whatStandsBehindAnOffsetIsAdded() throws IOException {
        FolderItems items = new FolderItems();
        assertThat(items.isEmpty()).isTrue();

        items.addBehind(41, of(event(40, "a"), event(41, "b")));
        assertThat(items.isEmpty()).isTrue();

        items.addBehind(40, of(event(40, "a"), event(41, "b")));
        items.addBehind(39, of(event(41, "c"), event(43, "d")));
        assertThat(items.isEmpty()).isFalse();
        assertThat(items.hold(event(40, "a"))).isFalse();
        assertThat(items.hold(event(41, "b"))).isTrue();
        assertThat(items.hold(event(41, "c"))).isTrue();
        assertThat(items.last()).isEqualTo(43);
        assertThat(items.size()).isEqualTo(2);
    }

    @Test
    void whatIsAddedLaterChangesNoOther() throws IOException {
        FolderItems one = of(event(41, "a"));
        FolderItems all = new FolderItems();
        all.addBehind(0, one);
        all.addBehind(0, of(event(41, "b")));

        assertThat(one.hold(event(41, "b"))).isFalse();
        assertThat(all.hold(event(41, "b"))).isTrue();
    }
}
