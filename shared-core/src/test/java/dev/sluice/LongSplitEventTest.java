package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pipeline.Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Split events too long for the window through which they are read give the line that they give as a whole. */
class LongSplitEventTest {
    private static final String[] SCRAPS = {
        "\\\\",
        "\\\"",
        "\\u00e9",
        "\\ud83d",
        "\\ude00",
        "\\ud83d\\ude00",
        "\\n",
        "é",
        "😀",
        "表",
        " ",
        "a",
        "0123456789",
        "\\/",
        "\\u0000",
        "{}[],:"
    };

    /** What may stand inside a JSON string, mostly what a cut can hurt. */
    private static String content(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(SCRAPS[random.nextInt(SCRAPS.length)]);
        }
        return text.toString();
    }

    /** A row's JSON text, columns in any order, one of them not declared. */
    private static String row(Random random) {
        List<String> members = new ArrayList<>(List.of(
                "\"Id\":\"7\"",
                "\"Long\":\"" + content(random, random.nextInt(200_000)) + "\"",
                "\"Other\" : \"" + content(random, random.nextInt(150_000)) + "\" ",
                "\"Number\":-12.5e3",
                "\"Nested\":[{\"a\":\"" + content(random, 1000) + "\"},null,true]"));
        Collections.shuffle(members, random);
        return "{" + String.join(",", members) + "}";
    }

    private static CesMessage event(Random random) {
        CesMessage event = CesMessage.update()
                .column("Id", "int")
                .column("Long", "nvarchar(max)")
                .column("Other", "varchar(max)")
                .column("Number", "float")
                .key("Id", "7");
        if (random.nextBoolean()) {
            event.old(row(random)).current(row(random));
        } else {
            event.oldJson(random.nextBoolean() ? "null" : row(random)).currentJson(row(random));
        }
        return event;
    }

    /** The places to cut, ascending. */
    private static int[] cuts(Random random, int length) {
        int count = random.nextInt(12);
        return random.ints(count, 1, length).distinct().sorted().toArray();
    }

    /** The first piece stands in front, so that the event stands where its whole does. */
    private static byte[][] firstThenShuffled(List<byte[]> pieces, Random random) {
        Collections.shuffle(pieces.subList(1, pieces.size()), random);
        return pieces.toArray(byte[][]::new);
    }

    private static CesMessage piece(CesMessage event, int index, boolean last) {
        return event.attribute("segmentindex", Integer.toString(index))
                .attribute("finalsegment", Boolean.toString(last));
    }

    @Property(tries = 60)
    void textCutAnywhere(@ForAll long seed) {
        String text = event(new Random(seed)).data();
        Random random = new Random(seed);
        CesMessage whole = event(random);
        int[] cuts = cuts(random, text.length());
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i == cuts.length ? text.length() : cuts[i];
            pieces.add(piece(event(new Random(seed)), i, i == cuts.length)
                    .dataJson(CesMessage.quote(text.substring(from, to)))
                    .body());
            from = to;
        }

        Normalized joined = Normalized.of(firstThenShuffled(pieces, random));

        assertThat(joined.lines())
                .extracting(Line::text)
                .containsExactly(Normalized.of(whole).line().text());
    }

    @Property(tries = 30)
    void bytesCutAnywhere(@ForAll long seed) {
        Random random = new Random(seed);
        CesMessage whole = event(random);
        byte[] text = whole.data().getBytes(StandardCharsets.UTF_8);
        int[] cuts = cuts(random, text.length);
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i == cuts.length ? text.length : cuts[i];
            String base64 = Base64.getEncoder().encodeToString(Arrays.copyOfRange(text, from, to));
            pieces.add(piece(event(new Random(seed)), i, i == cuts.length)
                    .attribute("data_base64", "\"" + base64 + "\"")
                    .body());
            from = to;
        }

        Normalized joined = Normalized.of(firstThenShuffled(pieces, random));

        assertThat(joined.lines())
                .extracting(Line::text)
                .containsExactly(Normalized.of(whole).line().text());
    }

    @Property(tries = 30)
    void avroCutAnywhere(@ForAll long seed) {
        Random random = new Random(seed);
        Schema schema = random.nextBoolean() ? AvroTest.NEWER : AvroTest.OLDER;
        GenericRecord record = AvroTest.data(schema, 3, "k", "2026-10-03T04:05:06.783Z");
        GenericRecord rows = (GenericRecord) record.get("eventrow");
        rows.put("old", "{\"c0\":\"k\",\"c1\":\"" + content(random, random.nextInt(200_000)) + "\",\"c2\":null}");
        rows.put("current", "{\"c0\":\"k\",\"c2\":\"" + content(random, random.nextInt(200_000)) + "\",\"c1\":\"\"}");
        byte[] data = AvroTest.datum(schema, record, random.nextBoolean());
        int[] cuts = cuts(random, data.length);
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i == cuts.length ? data.length : cuts[i];
            pieces.add(AvroTest.datum(
                    AvroTest.ENVELOPE,
                    AvroTest.envelope(Arrays.copyOfRange(data, from, to), i, i == cuts.length),
                    false));
            from = to;
        }
        byte[] whole = AvroTest.datum(AvroTest.ENVELOPE, AvroTest.envelope(data, 0, true), false);

        Normalized joined = Normalized.of(firstThenShuffled(pieces, random));

        assertThat(joined.lines())
                .extracting(Line::text)
                .containsExactly(Normalized.of(whole).line().text());
    }

    // What can be wrong.

    private static byte[][] halves(CesMessage event, String data) {
        int middle = data.length() / 2;
        return new byte[][] {
            piece(event, 0, false)
                    .dataJson(CesMessage.quote(data.substring(0, middle)))
                    .body(),
            piece(event, 1, true)
                    .dataJson(CesMessage.quote(data.substring(middle)))
                    .body()
        };
    }

    private static List<String> outcomes(String data) {
        return Normalized.of(halves(event(new Random(1)), data)).outcomes();
    }

    private static String longData() {
        return CesMessage.update()
                .column("Id", "int")
                .column("Long", "nvarchar(max)")
                .key("Id", "7")
                .old("{\"Id\":\"7\",\"Long\":\"" + "x".repeat(300_000) + "\"}")
                .current("{\"Id\":\"7\",\"Long\":\"" + "y".repeat(300_000) + "\"}")
                .data();
    }

    @Test
    void whatIsNoEventIsQuarantinedWithItsPlace() {
        String good = longData();
        assertThat(outcomes(good)).containsExactly("emitted 0", "emitted 1");
        assertThat(outcomes(good.substring(0, good.length() - 1)))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined truncated /data"));
        assertThat(outcomes(good + "x"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined trailing_text /data"));
        assertThat(outcomes(good.replaceFirst("y\\\\", "y\\\\\\\\q\\\\")))
                .allSatisfy(outcome ->
                        assertThat(outcome).startsWith("quarantined not_json /data/eventrow/current byte 300018"));
        assertThat(outcomes(good.replace("\\\"Long\\\":\\\"y", "\\\"Id\\\":\\\"y")))
                .allSatisfy(outcome ->
                        assertThat(outcome).startsWith("quarantined duplicate_name /data/eventrow/current byte 11"));
        assertThat(outcomes(good.replace("\"eventsource\"", "\"eventsauce\"")))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined no_eventsource /data"));
        assertThat(outcomes(good.replace("\"eventrow\"", "\"eventrows\"")))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined no_eventrow /data"));
    }

    @Test
    void whatIsOverALimitIsQuarantined() {
        byte[][] pieces = halves(event(new Random(1)), longData());

        assertThat(outcomes(pieces, "SLUICE_MAX_VALUE_BYTES", "200000"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined value_too_long"));
        assertThat(outcomes(pieces, "SLUICE_MAX_VALUE_BYTES", "300100")).containsExactly("emitted 0", "emitted 1");
        assertThat(outcomes(pieces, "SLUICE_MAX_EVENT_BYTES", "600000"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined event_too_long"));
    }

    private static List<String> outcomes(byte[][] pieces, String variable, String value) {
        return Normalized.of(
                        Settings.of(Map.of(variable, value)),
                        Normalized.LOCAL,
                        Normalized.deliveries(Arrays.asList(pieces)))
                .outcomes();
    }

    @Test
    void aLimitDoesNotDependOnTheCut() {
        String data = longData();
        Set<String> outcomes = new TreeSet<>();
        for (int step : new int[] {20_000, 45_000, 52_000, 64_000, 100_000, 250_000}) {
            outcomes.addAll(outcomes(even(data, step), "SLUICE_MAX_VALUE_BYTES", "290000"));
        }
        assertThat(outcomes).containsExactly("quarantined value_too_long /data/eventrow/old byte 10");
    }

    private static byte[][] even(String data, int step) {
        List<byte[]> pieces = new ArrayList<>();
        for (int from = 0; from < data.length(); from += step) {
            int to = Math.min(data.length(), from + step);
            pieces.add(piece(event(new Random(1)), from / step, to == data.length())
                    .dataJson(CesMessage.quote(data.substring(from, to)))
                    .body());
        }
        return pieces.toArray(byte[][]::new);
    }

    @Test
    void aSetCountedFromOneIsOverALimitToo() {
        String data = longData();
        byte[][] pieces = {
            piece(event(new Random(1)), 1, false)
                    .dataJson(CesMessage.quote(data.substring(0, 9)))
                    .body(),
            piece(event(new Random(1)), 2, true)
                    .dataJson(CesMessage.quote(data.substring(9)))
                    .body()
        };

        assertThat(outcomes(pieces, "SLUICE_MAX_VALUE_BYTES", "200000"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined value_too_long"));
        assertThat(outcomes(pieces, "SLUICE_MAX_EVENT_BYTES", "600000"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined event_too_long"));
        assertThat(outcomes(pieces, "SLUICE_MAX_EVENT_BYTES", "700000")).containsExactly("emitted 0", "emitted 1");
    }

    /** The window that the text is read through ends somewhere; here behind the brace of an empty object. */
    @Test
    void anEmptyRowMayStandAtTheEndOfWhatIsSeen() {
        for (int length : new int[] {65_535, 70_000}) {
            String start =
                    "{\"eventsource\":{\"db\":\"D\",\"schema\":\"s\",\"tbl\":\"T\",\"cols\":[],\"pkkey\":[],\"pad\":\"";
            String end = "\"},\"eventrow\":{\"old\":{";
            String pad = "a".repeat(length - start.length() - end.length());
            String data = start + pad + end + "},\"current\":{\"Id\":\"1\"}}}";
            byte[][] pieces = {
                piece(event(new Random(1)), 0, false)
                        .dataJson(CesMessage.quote(data.substring(0, length)))
                        .body(),
                piece(event(new Random(1)), 1, true)
                        .dataJson(CesMessage.quote(data.substring(length)))
                        .body()
            };

            assertThat(Normalized.of(pieces).outcomes()).containsExactly("emitted 0", "emitted 1");
            assertThat(outcomes(data)).containsExactly("emitted 0", "emitted 1");
        }
    }

    @Test
    void whatIsWrongInFrontOfLongAvroRowsIsTold() {
        GenericRecord record = AvroTest.data(AvroTest.NEWER, 3, "k", "2026-10-03T04:05:06.783Z");
        ((GenericRecord) record.get("eventsource")).put("tbl", "");
        GenericRecord rows = (GenericRecord) record.get("eventrow");
        rows.put("old", "{\"c0\":\"k\",\"c1\":\"" + "x".repeat(600_000) + "\",\"c2\":null}");
        byte[] data = AvroTest.datum(AvroTest.NEWER, record, false);
        byte[][] pieces = {
            AvroTest.datum(AvroTest.ENVELOPE, AvroTest.envelope(Arrays.copyOfRange(data, 0, 300), 0, false), false),
            AvroTest.datum(
                    AvroTest.ENVELOPE, AvroTest.envelope(Arrays.copyOfRange(data, 300, data.length), 1, true), false)
        };

        assertThat(outcomes(pieces, "SLUICE_MAX_VALUE_BYTES", "200000"))
                .allSatisfy(outcome -> assertThat(outcome).startsWith("quarantined no_table"));
    }

    @Test
    void aKeyThatChangesIsTwoLines() {
        String data = longData().replaceFirst("\\\\\"Id\\\\\":\\\\\"7", "\\\\\"Id\\\\\":\\\\\"6");

        Normalized joined = Normalized.of(halves(event(new Random(1)), data));

        assertThat(joined.lines()).extracting(line -> line.string("op")).containsExactly("d", "c");
        assertThat(joined.lines()).extracting(line -> line.raw("key")).containsExactly("{\"Id\":6}", "{\"Id\":7}");
        assertThat(joined.lines())
                .extracting(line -> line.text().length())
                .allSatisfy(length -> assertThat(length).isGreaterThan(300_000));
    }
}
