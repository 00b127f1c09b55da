package dev.sluice.cli;

import dev.sluice.verify.Sample;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 5%}, {@code 0.5%} and {@code 1-in-20}. */
final class SampleText {
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d)?)%");
    private static final Pattern ONE_IN = Pattern.compile("1-in-(\\d{1,4})");
    private static final int ALL = 1000;

    private SampleText() {}

    static Sample parse(@Nullable String text) {
        if (text == null) {
            return Sample.ALL;
        }
        try {
            Matcher percent = PERCENT.matcher(text);
            Matcher oneIn = ONE_IN.matcher(text);
            if (percent.matches()) {
                return new Sample(
                        new BigDecimal(percent.group(1)).movePointRight(1).intValueExact());
            }
            if (oneIn.matches() && Integer.parseInt(oneIn.group(1)) > 0) {
                return new Sample(ALL / Integer.parseInt(oneIn.group(1)));
            }
        } catch (IllegalArgumentException outOfRange) {
            // told below
        }
        throw new UsageException("--sample: '" + text + "' is no part; expected 0.1% to 100%, or 1-in-1 to 1-in-1000");
    }
}
