package dev.sluice.traffic;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the values of a column come from. Each draw gives the text SQL Server would send. */
@FunctionalInterface
interface Values {
    /** Ahead of UTC. */
    int CHINA_HOURS = 8;

    @Nullable
    String draw(Dice dice, SourceDatabase database);

    /** NULL in so many of a hundred draws. */
    default Values orNull(int percent) {
        return (dice, database) -> dice.percent(percent) ? null : draw(dice, database);
    }

    /** One of the given texts in one of fifty draws: the ends of a type's range, or what looks like something else. */
    default Values orRarely(String... texts) {
        List<String> rare = List.of(texts);
        return (dice, database) -> dice.percent(2) ? dice.pick(rare) : draw(dice, database);
    }

    static Values identity() {
        return (dice, database) -> Long.toString(database.nextIdentity());
    }

    static Values integer(long least, long most) {
        return (dice, database) -> Long.toString(dice.between(least, most));
    }

    static Values bit() {
        return (dice, database) -> dice.percent(50) ? "1" : "0";
    }

    /** A truth value in a JSON text. */
    static Values truth() {
        return (dice, database) -> dice.percent(50) ? "true" : "false";
    }

    /** Within the two hours before the commit: whole seconds as epoch milliseconds. */
    static Values recentlyMs() {
        return (dice, database) -> Long.toString(Math.floorDiv(earlier(dice, database), 1000L) * 1000L);
    }

    /** A calendar day as DataWorks sends it: its midnight in China as epoch milliseconds. */
    static Values dayMs(long firstEpochDay, long lastEpochDay) {
        return (dice, database) ->
                Long.toString((dice.between(firstEpochDay, lastEpochDay) * 24 - CHINA_HOURS) * 3_600_000L);
    }

    static Values base64(int mostBytes) {
        return (dice, database) -> {
            byte[] bytes = new byte[dice.below(mostBytes + 1)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) dice.below(256);
            }
            return Base64.getEncoder().encodeToString(bytes);
        };
    }

    static Values decimal(long leastUnscaled, long mostUnscaled, int scale) {
        return (dice, database) -> SqlText.decimal(dice.between(leastUnscaled, mostUnscaled), scale);
    }

    /** A float or real with three decimals, the last of them not 0: the shortest text of its number. */
    static Values measure(long least, long most) {
        return (dice, database) ->
                SqlText.decimal(dice.between(least, most - 1) * 1000 + dice.below(100) * 10L + 1 + dice.below(9), 3);
    }

    /** Within the two hours before the commit. */
    static Values recently(int decimals) {
        return (dice, database) -> SqlText.datetime2(earlier(dice, database), fraction(dice, decimals), decimals);
    }

    static Values timeOfDay(int decimals) {
        return (dice, database) -> SqlText.time(earlier(dice, database), fraction(dice, decimals), decimals);
    }

    /** In a zone of the world: a datetimeoffset(7). */
    static Values recentlySomewhere() {
        List<String> zones = List.of("+00:00", "+02:00", "-07:00", "+05:45", "+14:00", "-03:30");
        return (dice, database) ->
                SqlText.datetime2(earlier(dice, database), fraction(dice, 7), 7) + " " + dice.pick(zones);
    }

    static Values date(long firstEpochDay, long lastEpochDay) {
        return (dice, database) -> SqlText.date(dice.between(firstEpochDay, lastEpochDay));
    }

    /** A uniqueidentifier, which SQL Server writes in upper case. */
    static Values guid() {
        return (dice, database) -> dice.guid().toUpperCase(Locale.ROOT);
    }

    static Values binary(int mostBytes) {
        return (dice, database) -> {
            StringBuilder hex = new StringBuilder("0x");
            for (int nibbles = 2 * dice.below(mostBytes + 1); nibbles > 0; nibbles--) {
                hex.append("0123456789ABCDEF".charAt(dice.below(16)));
            }
            return hex.toString();
        };
    }

    static Values oneOf(String... texts) {
        List<String> choices = List.of(texts);
        return (dice, database) -> dice.pick(choices);
    }

    /** A prefix and a number with all its digits. */
    static Values code(String prefix, int digits, int numbers) {
        return (dice, database) -> SqlText.padded(new StringBuilder(prefix), dice.below(numbers), digits)
                .toString();
    }

    /** Some pieces joined, none of which is changed: quotes and line breaks stay what they are. */
    static Values joined(int least, int most, String separator, List<String> pieces) {
        return (dice, database) -> {
            StringBuilder text = new StringBuilder(dice.pick(pieces));
            for (int more = least - 1 + dice.below(most - least + 1); more > 0; more--) {
                text.append(separator).append(dice.pick(pieces));
            }
            return text.toString();
        };
    }

    /** Fills {@code %s} in the template, one after the other. */
    static Values template(String template, Values... parts) {
        return (dice, database) -> {
            StringBuilder text = new StringBuilder(template.length() + 64);
            int from = 0;
            for (Values part : parts) {
                int to = template.indexOf("%s", from);
                text.append(template, from, to).append(part.draw(dice, database));
                from = to + 2;
            }
            return text.append(template, from, template.length()).toString();
        };
    }

    /** The first key column of a row that exists in another table of the database, or else of one that might. */
    static Values reference(String table, Values otherwise) {
        return (dice, database) -> {
            String key = database.someKey(table, dice);
            return key == null ? otherwise.draw(dice, database) : key;
        };
    }

    private static long earlier(Dice dice, SourceDatabase database) {
        return database.nowMs() - dice.below(7_200_000);
    }

    private static int fraction(Dice dice, int decimals) {
        int bound = 1;
        for (int i = 0; i < decimals; i++) {
            bound *= 10;
        }
        return dice.below(bound);
    }
}
