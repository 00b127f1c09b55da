package dev.sluice.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Text as bytes, judged by the JDK's decoder and by Jackson. */
class Utf8Test {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    // Well formed or not.

    /** Bytes in which well-formed and nearly well-formed sequences stand between ASCII of any length. */
    @Provide
    static Arbitrary<byte[]> nearlyUtf8() {
        Arbitrary<byte[]> pieces = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.strings().ascii().ofMaxLength(20).map(Utf8Test::utf8)),
                Tuple.of(
                        4,
                        Arbitraries.integers()
                                .between(0, 0x10FFFF)
                                .filter(point -> point < 0xD800 || point > 0xDFFF)
                                .map(point -> utf8(Character.toString(point)))),
                Tuple.of(1, Arbitraries.bytes().array(byte[].class).ofMaxSize(4)),
                Tuple.of(
                        1,
                        Arbitraries.of(
                                        0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                        0xBF)
                                .map(b -> new byte[] {(byte) (int) b})));
        return pieces.list().ofMaxSize(12).map(Utf8Test::join);
    }

    private static byte[] join(List<byte[]> pieces) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        pieces.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Property(tries = 20_000)
    void malformedBytesAreFoundWhereTheJdkFindsThem(@ForAll("nearlyUtf8") byte[] bytes) {
        assertThat(Utf8.firstMalformed(bytes, 0, bytes.length)).isEqualTo(malformedAt(bytes));
    }

    @Property(tries = 5000)
    void anyBytesAreJudgedAsTheJdkDoes(@ForAll byte[] bytes) {
        assertThat(Utf8.firstMalformed(bytes, 0, bytes.length)).isEqualTo(malformedAt(bytes));
    }

    @Property(tries = 5000)
    void aPartIsJudgedWithoutLookingBehindIt(@ForAll("nearlyUtf8") byte[] bytes) {
        byte[] padded = new byte[bytes.length + 16];
        System.arraycopy(bytes, 0, padded, 5, bytes.length);
        int at = malformedAt(bytes);

        assertThat(Utf8.firstMalformed(padded, 5, 5 + bytes.length)).isEqualTo(at < 0 ? -1 : at + 5);
    }

    private static int malformedAt(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, CharBuffer.allocate(bytes.length + 1), true);
        return result.isError() ? in.position() : -1;
    }

    // Strings of JSON.

    /** Texts full of what JSON must escape, and of halves of surrogate pairs. */
    @Provide
    static Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.strings().ascii().ofMaxLength(20)),
                Tuple.of(2, Arbitraries.chars().range('\0', ' ').map(String::valueOf)),
                Tuple.of(
                        2, Arbitraries.of("\"", "\\", "/", "\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\u2028")),
                Tuple.of(2, Arbitraries.chars().range('\ud800', '\udfff').map(String::valueOf)),
                Tuple.of(1, Arbitraries.of("🍎", "中", "é", "\ud800\udc00", "\udbff\udfff", "\ud7ff", "\ue000")),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(10)));
        return pieces.list().ofMaxSize(12).map(list -> String.join("", list));
    }

    @Property(tries = 20_000)
    void aTextQuotedIsReadBackByJackson(@ForAll("texts") String text) throws Exception {
        byte[] json = new Utf8Buffer(16).appendQuoted(text).toBytes();

        assertThat(malformedAt(json)).isEqualTo(-1);
        assertThat(JSON.readValue(json, String.class)).isEqualTo(text);
    }

    @Property(tries = 20_000)
    void aTextWrittenByJacksonIsUnfoldedAndQuotedAgain(@ForAll("texts") String text) throws Exception {
        byte[] json = JSON.writeValueAsBytes(text);
        Utf8Buffer plain = new Utf8Buffer(16);

        int quote = plain.appendUnescaped(json, 1, json.length);

        assertThat(quote).isEqualTo(json.length - 1);
        assertThat(plain.toString()).isEqualTo(text);
        assertThat(plain.toBytes()).isEqualTo(Utf8.bytes(text));
        assertThat(JSON.readValue(
                        new Utf8Buffer(16).appendQuoted(plain.slice(0)).toBytes(), String.class))
                .isEqualTo(text);
    }

    @Property(tries = 10_000)
    void everyUnitMayBeWrittenAsAnEscape(@ForAll("texts") String text) {
        StringBuilder json = new StringBuilder();
        text.chars().forEach(unit -> json.append(String.format(unit % 2 == 0 ? "\\u%04x" : "\\u%04X", unit)));
        byte[] escapes = utf8(json + "\"");
        Utf8Buffer plain = new Utf8Buffer(16);

        assertThat(plain.appendUnescaped(escapes, 0, escapes.length)).isEqualTo(escapes.length - 1);
        assertThat(plain.toString()).isEqualTo(text);
    }

    @Property(tries = 5000)
    void textUnfoldedTwiceIsWhatJacksonReadsTwice(@ForAll("texts") String text) throws Exception {
        byte[] outer = JSON.writeValueAsBytes(JSON.writeValueAsString(text));
        Utf8Buffer inner = new Utf8Buffer(16);
        inner.appendUnescaped(outer, 1, outer.length);
        Utf8Buffer plain = new Utf8Buffer(16);
        plain.appendUnescaped(inner.bytes(), 1, inner.length());

        assertThat(plain.toString()).isEqualTo(text);
    }

    @Property(tries = 5000)
    void aTextIsThereAndBack(@ForAll("texts") String text) {
        Slice slice = Slice.of(text);

        assertThat(slice.toString()).isEqualTo(text);
        assertThat(Utf8.utf16Length(slice.bytes(), slice.from(), slice.to())).isEqualTo(text.length());
    }

    @Example
    void nothingButWhatMustBeIsEscaped() {
        assertThat(new Utf8Buffer(16)
                        .appendQuoted("/é\u007f\u2028🍎\"\\\b\f\n\r\t\u0000\u001f\ud83d")
                        .toString())
                .isEqualTo("\"/é\u007f\u2028🍎\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\\ud83d\"");
    }

    @Example
    void aStringThatDoesNotEndIsAFaultAtItsEnd() {
        for (String text : List.of("", "abc", "abcdefgh", "abc\\", "abc\\u", "abc\\u12")) {
            byte[] bytes = utf8(text);
            assertThat(new Utf8Buffer(16).appendUnescaped(bytes, 0, bytes.length))
                    .as(text)
                    .isNegative();
        }
    }

    @Example
    void aControlCharacterIsAFaultWhereItStands() {
        byte[] bytes = utf8("abcdefghijk\nlmn\"");

        assertThat(new Utf8Buffer(16).appendUnescaped(bytes, 0, bytes.length)).isEqualTo(-1 - 11);
        assertThat(Utf8Buffer.skipPlain(bytes, 0, bytes.length)).isEqualTo(11);
    }

    @Property
    void numbersArePadded(@ForAll long number) {
        assertThat(new Utf8Buffer(0).append(number).toString()).isEqualTo(Long.toString(number));
        if (number >= 0) {
            assertThat(new Utf8Buffer(0).appendPadded(number, 20).toString()).isEqualTo(String.format("%020d", number));
        }
    }
}
