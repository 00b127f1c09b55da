package dev.sluice.lake;

import java.io.IOException;
import java.io.Serial;

/** The lake was begun with other settings; mixing two layouts would make its names ambiguous. */
public final class LayoutMismatchException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    LayoutMismatchException(Layout lake, Layout asked) {
        super("the lake was begun with " + text(lake) + ", the settings ask for " + text(asked)
                + "; set them back, or rebuild into an empty lake root");
    }

    private static String text(Layout layout) {
        return "SLUICE_PARTITION=" + Layout.lower(layout.partition()) + " SLUICE_COMPRESSION="
                + Layout.lower(layout.compression());
    }
}
