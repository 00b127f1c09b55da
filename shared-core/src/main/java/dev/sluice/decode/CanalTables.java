package dev.sluice.decode;

import static dev.sluice.decode.Envelope.DATABASE;
import static dev.sluice.decode.Envelope.MYSQL_TYPE;
import static dev.sluice.decode.Envelope.PK_NAMES;
import static dev.sluice.decode.Envelope.TABLE;

import dev.sluice.change.Limits;
import dev.sluice.change.MalformedMessageException;
import dev.sluice.change.WireKind;
import dev.sluice.text.Slice;
import dev.sluice.text.Utf8Buffer;
import org.jspecify.annotations.Nullable;

/** The tables of the last messages, each known by everything in a message that describes it. */
final class CanalTables {
    private static final int[] DESCRIPTION = {DATABASE, TABLE, PK_NAMES, MYSQL_TYPE};

    private final Limits limits;
    private final Recent<CanalTable> known = new Recent<>();
    private @Nullable CanalTable latest;
    private boolean latestIsLatin1;
    private final WireKind[] latestKinds = new WireKind[DESCRIPTION.length];
    private final Slice[] latestTexts = new Slice[DESCRIPTION.length];

    CanalTables(Limits limits) {
        this.limits = limits;
    }

    /** The table of the last message, null in front of the first one. */
    @Nullable
    CanalTable latest() {
        return latest;
    }

    CanalTable of(Members message, JsonCursor c, boolean latin1) throws MalformedMessageException {
        CanalTable table = latest;
        if (table == null || latin1 != latestIsLatin1 || !describesLatest(message)) {
            Slice text = description(message, latin1);
            table = known.find(text);
            if (table == null) {
                table = CanalTable.read(message, c, latin1, limits);
                known.remember(text, table);
            }
            remember(message, latin1, table);
        }
        message.markGood(MYSQL_TYPE);
        message.markGood(PK_NAMES);
        return table;
    }

    private boolean describesLatest(Members message) {
        for (int i = 0; i < DESCRIPTION.length; i++) {
            int which = DESCRIPTION[i];
            if (message.kind(which) != latestKinds[i] || !message.slice(which).equals(latestTexts[i])) {
                return false;
            }
        }
        return true;
    }

    private void remember(Members message, boolean latin1, CanalTable table) {
        for (int i = 0; i < DESCRIPTION.length; i++) {
            latestKinds[i] = message.kind(DESCRIPTION[i]);
            latestTexts[i] = Slice.of(message.slice(DESCRIPTION[i]).copy());
        }
        latestIsLatin1 = latin1;
        latest = table;
    }

    private static Slice description(Members message, boolean latin1) {
        Utf8Buffer text = new Utf8Buffer(512).append(latin1 ? 'l' : '-');
        for (int which : DESCRIPTION) {
            text.append(message.kind(which).name()) // 5 is not "5"
                    .append(message.slice(which))
                    .append('\n');
        }
        return text.slice(0);
    }
}
