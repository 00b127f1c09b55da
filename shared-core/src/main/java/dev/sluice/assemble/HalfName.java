package dev.sluice.assemble;

import dev.sluice.normalize.Origin;
import dev.sluice.normalize.Position;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One half of an update by where it stands in its stream, which is what its object is called.
 *
 * @param first the row before the update, else the row after it
 */
public record HalfName(boolean first, int partition, int epoch, long offset, int item) {
    private static final Pattern FORM = Pattern.compile("(before|after)-(\\d+)-(\\d+)-(\\d{20})-(\\d{6})");
    static final Comparator<HalfName> BY_PLACE = Comparator.comparing(HalfName::partition)
            .thenComparing(HalfName::epoch)
            .thenComparing(HalfName::offset)
            .thenComparing(HalfName::item);

    /** The name of the half that stands there. */
    public static HalfName of(boolean first, Place place) {
        Origin origin = place.origin();
        Position position = place.position();
        return new HalfName(first, origin.partition(), origin.epoch(), position.offset(), position.item());
    }

    /** A half of the same update at another offset of the same partition. */
    public HalfName at(boolean isFirst, long otherOffset) {
        return new HalfName(isFirst, partition, epoch, otherOffset, 0);
    }

    /** True when it stands in front of the other one, in the same partition. */
    boolean standsBefore(HalfName other) {
        return partition == other.partition && epoch == other.epoch && BY_PLACE.compare(this, other) < 0;
    }

    /** {@code before-<partition>-<epoch>-<offset, 20 digits>-<item, 6 digits>}, or the same with {@code after}. */
    public String text() {
        return String.format(
                Locale.ROOT, "%s-%d-%d-%020d-%06d", first ? "before" : "after", partition, epoch, offset, item);
    }

    /** Reads what {@link #text} wrote; empty for any other text. */
    static Optional<HalfName> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new HalfName(
                matcher.group(1).equals("before"),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                Long.parseLong(matcher.group(4)),
                Integer.parseInt(matcher.group(5))));
    }
}
