package dev.sluice.cli.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Charts as inline SVG without text: that stands beside them, in sizes that do not scale. Heights are shares from 0 to 1. */
public final class Charts {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 100;
    /** What is there at all can be seen. */
    private static final double LEAST = 0.02;

    private Charts() {}

    /**
     * A part of a bar or column.
     *
     * @param share of the whole width or height
     * @param kind a class of the style sheet, such as {@code bad}
     */
    public record Part(double share, String kind) {}

    /** One column; its title is shown when somebody points at it. */
    public record Column(List<Part> parts, String title) {
        public Column {
            parts = List.copyOf(parts);
        }

        /** A column of one kind. */
        public static Column of(double share, String kind, String title) {
            return new Column(List.of(new Part(share, kind)), title);
        }
    }

    /** A level for some time, or none when nothing is known of that time. */
    public record Step(OptionalDouble share, String title) {}

    /** A bar to stand beside the number that it shows, so it tells nothing to those who listen. */
    public static void bar(Html html, List<Part> parts) {
        html.open("svg", "class", "bar", "aria-hidden", "true", "focusable", "false");
        html.empty("rect", "class", "track", "width", "100%", "height", "100%", "rx", "2");
        double from = 0;
        for (Part part : parts) {
            if (part.share > 0) {
                double share = Math.max(LEAST, part.share);
                double left = Math.max(0, Math.min(from, 1 - share));
                html.empty(
                        "rect",
                        "class",
                        part.kind,
                        "x",
                        percent(left),
                        "width",
                        percent(share),
                        "height",
                        "100%",
                        "rx",
                        "2");
                from += share;
            }
        }
        html.close();
    }

    /** Columns over time, from left to right. */
    public static void columns(Html html, String label, List<Column> columns) {
        open(html, label);
        double step = (double) WIDTH / Math.max(1, columns.size());
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            html.open("g").leaf("title", column.title);
            html.empty("rect", "class", "catch", "x", number(i * step), "width", number(step), "height", "" + HEIGHT);
            double top = HEIGHT;
            for (Part part : column.parts) {
                if (part.share > 0) {
                    double height = Math.max(LEAST, part.share) * HEIGHT;
                    top -= height;
                    html.empty(
                            "rect",
                            "class",
                            part.kind,
                            "x",
                            number(i * step + step * 0.1),
                            "width",
                            number(step * 0.8),
                            "y",
                            number(Math.max(0, top)),
                            "height",
                            number(height));
                }
            }
            html.close();
        }
        html.close();
    }

    /** A level over time, with gaps where none is known. */
    public static void steps(Html html, String label, String kind, List<Step> steps) {
        open(html, label);
        double width = (double) WIDTH / Math.max(1, steps.size());
        for (List<Integer> run : runs(steps)) {
            StringBuilder line = new StringBuilder();
            for (int i : run) {
                String y = number((1 - steps.get(i).share.orElseThrow()) * HEIGHT);
                line.append(line.length() == 0 ? "M" + number(i * width) + " " + y : "V" + y);
                line.append("H").append(number((i + 1) * width));
            }
            html.empty("path", "class", kind + " area", "d", line + "V" + HEIGHT + "H" + number(run.get(0) * width));
            html.empty("path", "class", kind + " line", "d", line.toString(), "vector-effect", "non-scaling-stroke");
        }
        for (int i = 0; i < steps.size(); i++) {
            html.open("g").leaf("title", steps.get(i).title);
            html.empty("rect", "class", "catch", "x", number(i * width), "width", number(width), "height", "" + HEIGHT);
            html.close();
        }
        html.close();
    }

    private static List<List<Integer>> runs(List<Step> steps) {
        List<List<Integer>> runs = new ArrayList<>();
        boolean isIn = false;
        for (int i = 0; i < steps.size(); i++) {
            boolean known = steps.get(i).share.isPresent();
            if (known && !isIn) {
                runs.add(new ArrayList<>());
            }
            if (known) {
                runs.get(runs.size() - 1).add(i);
            }
            isIn = known;
        }
        return runs;
    }

    private static void open(Html html, String label) {
        html.open(
                "svg",
                "class",
                "plot",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                label);
    }

    private static String percent(double share) {
        return number(share * 100) + "%";
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
