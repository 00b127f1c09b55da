package dev.sluice.lake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.text.Utf8Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a {@link Ledger} is stored. Read and written member by member: the first batch of a process needs it, and
 * to load what would bind it to classes takes longer than all of its own work on that batch.
 */
final class LedgerJson {
    private static final JsonFactory JSON = new JsonFactory();

    private LedgerJson() {}

    static byte[] write(Ledger ledger) {
        Utf8Buffer json = new Utf8Buffer(1024);
        json.append("{\"log\":").appendQuoted(ledger.log());
        json.append(",\"rules\":{\"id\":").appendQuoted(ledger.rules().id());
        json.append(",\"since\":").append(ledger.rules().since()).append("},\"epochs\":[");
        String comma = "";
        for (LedgerEpoch epoch : ledger.epochs()) {
            write(epoch, json.append(comma));
            comma = ",";
        }
        json.append("]");
        if (!ledger.standing().ids().isEmpty()) {
            comma = ",\"standing\":[";
            for (String id : ledger.standing().ids()) {
                json.append(comma).appendQuoted(id);
                comma = ",";
            }
            json.append("]");
        }
        return json.append("}").toBytes();
    }

    private static void write(LedgerEpoch epoch, Utf8Buffer json) {
        json.append("{\"epoch\":").append(epoch.epoch());
        json.append(",\"fromTime\":").append(String.valueOf(epoch.fromTime()));
        json.append(",\"origin\":").append(epoch.origin());
        json.append(",\"throughTime\":").append(String.valueOf(epoch.throughTime()));
        json.append(",\"sourceTime\":")
                .append(String.valueOf(epoch.sourceTime()))
                .append(",\"ranges\":[");
        String comma = "";
        for (LedgerRange range : epoch.ranges()) {
            write(range, json.append(comma));
            comma = ",";
        }
        json.append("]}");
    }

    private static void write(LedgerRange range, Utf8Buffer json) {
        json.append("{\"first\":").append(range.first());
        json.append(",\"last\":").append(String.valueOf(range.last()));
        json.append(",\"through\":").append(range.through()).append(",\"ahead\":{");
        String comma = "";
        for (Map.Entry<String, Long> folder : range.ahead().entrySet()) {
            json.append(comma).appendQuoted(folder.getKey()).append(":").append(folder.getValue());
            comma = ",";
        }
        json.append("}");
        writeIfAny("probe", range.probe(), json);
        writeIfAny("splitAt", range.splitAt(), json);
        writeIfAny("mixedTo", range.mixedTo(), json);
        json.append("}");
    }

    private static void writeIfAny(String name, @Nullable Long value, Utf8Buffer json) {
        if (value != null) {
            json.append(",").appendQuoted(name).append(":").append(value);
        }
    }

    /** @throws JsonParseException if it is none of ours; a member that is not known is a reason, too */
    static Ledger read(byte[] stored) throws IOException {
        try (JsonParser json = JSON.createParser(stored)) {
            json.nextToken();
            return ledger(json);
        }
    }

    private static Ledger ledger(JsonParser json) throws IOException {
        String log = null;
        Ledger.Rules rules = Ledger.Rules.UNKNOWN; // before rules were noted
        List<LedgerEpoch> epochs = null;
        List<String> standing = List.of();
        begin(json);
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "log" -> log = json.getText();
                case "rules" -> rules = rules(json);
                case "epochs" -> epochs = list(json, LedgerJson::epoch);
                case "standing" -> standing = list(json, JsonParser::getText);
                default -> throw unknown(json);
            }
        }
        if (log == null || epochs == null) {
            throw new JsonParseException(json, "log or epochs are missing");
        }
        return new Ledger(log, rules, epochs, new Standing(standing));
    }

    private static Ledger.Rules rules(JsonParser json) throws IOException {
        String id = "";
        long since = 0;
        begin(json);
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "id" -> id = json.getText();
                case "since" -> since = json.getLongValue();
                default -> throw unknown(json);
            }
        }
        return new Ledger.Rules(id, since);
    }

    private static LedgerEpoch epoch(JsonParser json) throws IOException {
        int epoch = 0;
        Long fromTime = null;
        long origin = 0;
        Long throughTime = null;
        Long sourceTime = null;
        List<LedgerRange> ranges = List.of();
        begin(json);
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "epoch" -> epoch = json.getIntValue();
                case "fromTime" -> fromTime = number(json);
                case "origin" -> origin = json.getLongValue();
                case "throughTime" -> throughTime = number(json);
                case "sourceTime" -> sourceTime = number(json);
                case "ranges" -> ranges = list(json, LedgerJson::range);
                default -> throw unknown(json);
            }
        }
        return new LedgerEpoch(epoch, fromTime, origin, throughTime, sourceTime, ranges);
    }

    private static LedgerRange range(JsonParser json) throws IOException {
        long first = 0;
        Long last = null;
        long through = 0;
        Map<String, Long> ahead = Map.of();
        Long probe = null;
        Long splitAt = null;
        Long mixedTo = null;
        begin(json);
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            switch (name) {
                case "first" -> first = json.getLongValue();
                case "last" -> last = number(json);
                case "through" -> through = json.getLongValue();
                case "ahead" -> ahead = numbers(json);
                case "probe" -> probe = number(json);
                case "splitAt" -> splitAt = number(json);
                case "mixedTo" -> mixedTo = number(json);
                default -> throw unknown(json);
            }
        }
        return new LedgerRange(first, last, through, ahead, probe, splitAt, mixedTo);
    }

    private static void begin(JsonParser json) throws JsonParseException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(json, "expected an object");
        }
    }

    private static @Nullable Long number(JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NULL ? null : Long.valueOf(json.getLongValue());
    }

    private static Map<String, Long> numbers(JsonParser json) throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        begin(json);
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            numbers.put(name, json.getLongValue());
        }
        return numbers;
    }

    /** Reads an element. */
    private interface Element<T> {
        T read(JsonParser json) throws IOException;
    }

    private static <T> List<T> list(JsonParser json, Element<T> element) throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw new JsonParseException(json, "expected an array");
        }
        List<T> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            list.add(element.read(json));
        }
        return list;
    }

    private static JsonParseException unknown(JsonParser json) {
        return new JsonParseException(json, "it has a member that is not known");
    }
}
