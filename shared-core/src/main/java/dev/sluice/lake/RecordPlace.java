package dev.sluice.lake;

import dev.sluice.normalize.Origin;

/** Where a record stood. */
public record RecordPlace(Origin origin, long offset) {
    private static final int OFFSET_DIGITS = 20;

    /** False for an object, of the lake or the quarantine, that cannot hold an item of the record, as its name tells. */
    boolean mayBeIn(String object) {
        String name = object.substring(object.lastIndexOf('/') + 1);
        String chain = LakePath.name(origin.stream()) + "-" + origin.partition() + "-" + origin.epoch() + "-";
        if (name.startsWith("redrive-" + chain)) {
            return first(name, "redrive-".length() + chain.length()) == offset;
        }
        long first = name.startsWith(chain) ? first(name, chain.length()) : -1;
        return first >= 0 && first <= offset && offset - first < LakeWriter.MAX_RUN;
    }

    /** -1 if no offset stands there. */
    private static long first(String name, int from) {
        String digits = name.substring(from, Math.min(name.length(), from + OFFSET_DIGITS));
        boolean isOffset = digits.length() == OFFSET_DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isOffset ? Long.parseLong(digits) : -1;
    }
}
