package dev.sluice.decode;

import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;

/** Puts together the JSON object of what a control event tells and no field is made for; values stay as they came. */
final class Detail {
    private final Utf8Buffer out = new Utf8Buffer(128).append('{');

    /** Adds a member of a message, if it is there; the JSON in it has been read strictly. */
    Detail add(String name, Members members, int which) {
        if (members.has(which)) {
            name(name);
            if (members.isString(which)) {
                out.append('"').append(members.slice(which)).append('"');
            } else {
                compact(members.slice(which));
            }
        }
        return this;
    }

    Detail add(String name, Slice json) {
        name(name);
        compact(json);
        return this;
    }

    private void name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        out.appendQuoted(name).append(':');
    }

    /** Copies good JSON without the white space between its tokens, so that it fits into a line. */
    private void compact(Slice json) {
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            byte c = json.at(i);
            if (inString && c == '\\') {
                out.append((char) c);
                i++;
                out.append((char) json.at(i));
            } else if (inString || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                out.append(json.bytes(), json.from() + i, json.from() + i + 1);
                inString ^= c == '"';
            }
        }
    }

    Slice json() {
        return out.append('}').slice(0);
    }
}
