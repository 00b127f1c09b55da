package dev.sluice.cli.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One page in our look: first whether all is well, then what to do, then what there is. No script, no network: its policy
 * forbids both to whatever a name might smuggle in.
 */
public final class Page {
    private static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:;" + " base-uri 'none'; form-action 'none'";
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    private final Html html = new Html();

    /**
     * Begins a page.
     *
     * @param title of the window
     * @param what the page is, in small letters above all
     * @param place whose page it is
     * @param at when it was made
     */
    public Page(String title, String what, String place, String at) {
        html.open("html", "lang", "en").open("head");
        html.empty("meta", "charset", "utf-8");
        html.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.empty("meta", "name", "referrer", "content", "no-referrer");
        html.empty("link", "rel", "icon", "href", "data:,");
        html.leaf("title", title);
        html.open("style").text(style()).close().close();
        html.open("body").open("header").open("p", "class", "what");
        html.leaf("strong", what).text(" ").leaf("span", place, "class", "name").text(" ");
        html.leaf("time", at.substring(0, Math.min(19, at.length())).replace('T', ' ') + " UTC", "datetime", at);
        html.close().close().open("main");
    }

    /** Text of the style sheet may hold nothing that has to be escaped: HTML would not undo it there. */
    private static String style() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("page.css belongs beside Page");
            }
            String style = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\n", " ");
            if (!Html.escaped(style).equals(style)) {
                throw new IllegalStateException("page.css has characters that would be escaped");
            }
            return style;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Html html() {
        return html;
    }

    /** How bad it is: a class of the style sheet, and a sign. */
    public enum Mood {
        WELL("well", "M6.5 12.5l3.7 3.7 7.3-8"),
        /** Nothing is wrong, but it is worth a look. */
        WARN("warn", "M12 5.5v8.5M12 17.2v1.6"),
        ILL("ill", "M12 5.5v8.5M12 17.2v1.6");

        private final String kind;
        private final String sign;

        Mood(String kind, String sign) {
            this.kind = kind;
            this.sign = sign;
        }
    }

    /**
     * The first thing that is said.
     *
     * @param facts that it rests on
     */
    public Page verdict(Mood mood, String sentence, List<String> facts) {
        html.open("section", "class", "verdict " + mood.kind, "id", "verdict", "aria-labelledby", "verdict-title");
        html.open("svg", "class", "sign", "viewBox", "0 0 24 24", "aria-hidden", "true", "focusable", "false");
        html.empty("circle", "cx", "12", "cy", "12", "r", "11").empty("path", "d", mood.sign);
        html.close().open("div").leaf("h1", sentence, "id", "verdict-title");
        if (!facts.isEmpty()) {
            html.open("ul");
            facts.forEach(fact -> html.leaf("li", fact));
            html.close();
        }
        html.close().close();
        return this;
    }

    /**
     * Something to do.
     *
     * @param why and when, a sentence or two
     * @param commands in their order
     */
    public record Step(String title, String why, List<String> commands) {
        public Step {
            commands = List.copyOf(commands);
        }
    }

    /** What to do now. */
    public Page steps(List<Step> steps) {
        if (steps.isEmpty()) {
            return this;
        }
        section("next", "What to do now", "");
        html.open("ol", "class", "steps");
        for (Step step : steps) {
            html.open("li").leaf("h3", step.title).leaf("p", step.why);
            step.commands.forEach(this::command);
            html.close();
        }
        html.close();
        return end();
    }

    /** A command to copy, which breaks between its words. */
    private void command(String command) {
        html.open("pre").open("code");
        String space = "";
        for (String word : command.split(" ", -1)) {
            html.text(space).leaf("span", word);
            space = " ";
        }
        html.close().close();
    }

    /**
     * A number that counts.
     *
     * @param href of the section that says more, such as {@code #holes}
     * @param note what it means
     * @param kind a class of the style sheet, or {@code ""}
     */
    public record Tile(String href, String label, String text, String note, String kind) {}

    public Page tiles(List<Tile> tiles) {
        html.open("nav", "class", "tiles", "aria-label", "In numbers").open("ul");
        for (Tile tile : tiles) {
            html.open("li").open("a", "href", tile.href, "class", tile.kind).leaf("span", tile.label + " ");
            html.leaf("b", tile.text).text(" ").leaf("span", tile.note).close().close();
        }
        html.close().close();
        return this;
    }

    /** Begins a section; {@link #end} ends it. */
    public Page section(String id, String title, String note) {
        html.open("section", "id", id, "class", "card", "aria-labelledby", id + "-title");
        html.leaf("h2", title, "id", id + "-title");
        return note(note);
    }

    public Page end() {
        html.close();
        return this;
    }

    public Page note(String note) {
        if (!note.isEmpty()) {
            html.leaf("p", note, "class", "note");
        }
        return this;
    }

    /** What the colours mean: kinds and words in turns. */
    public Page key(String... kindsAndWords) {
        html.open("p", "class", "key");
        for (int i = 0; i < kindsAndWords.length; i += 2) {
            html.open("span").open("svg", "aria-hidden", "true", "focusable", "false");
            html.empty("rect", "class", kindsAndWords[i], "width", "100%", "height", "100%", "rx", "2");
            html.close().text(kindsAndWords[i + 1]).close();
        }
        html.close();
        return this;
    }

    /** A column of a table. */
    public record Head(String title, boolean isNumber) {
        public static Head text(String title) {
            return new Head(title, false);
        }

        public static Head number(String title) {
            return new Head(title, true);
        }
    }

    /** A table that scrolls by itself where it is too wide; the first cell of a row is its head. */
    public Page table(String id, String caption, List<Head> heads, List<List<Cell>> rows) {
        html.open("div", "class", "scroll", "role", "region", "tabindex", "0", "aria-label", caption + ", may scroll");
        html.open("table", "id", id).leaf("caption", caption).open("thead").open("tr");
        heads.forEach(head -> html.leaf("th", head.title, "scope", "col", "class", head.isNumber ? "num" : ""));
        html.close().close().open("tbody");
        for (List<Cell> row : rows) {
            html.open("tr");
            for (int i = 0; i < heads.size(); i++) {
                cell(row.get(i), heads.get(i), i == 0);
            }
            html.close();
        }
        html.close().close().close();
        return this;
    }

    private void cell(Cell cell, Head head, boolean isFirst) {
        String kind = (head.isNumber ? "num " : "") + (cell.bar().isEmpty() ? "" : "barred ") + cell.kind();
        String value = cell.value();
        if (isFirst) {
            html.open("th", "scope", "row", "class", kind.strip());
        } else if (value == null) {
            html.open("td", "class", kind.strip());
        } else {
            html.open("td", "class", kind.strip(), "data-value", value);
        }
        if (cell.kind().equals("word")) {
            html.leaf("span", cell.text());
        } else {
            html.open("span").breakable(cell.text()).close();
        }
        if (!cell.bar().isEmpty()) {
            Charts.bar(html, cell.bar());
        }
        html.close();
    }

    /** The page as bytes. */
    public byte[] bytes() {
        html.close().close().close();
        return html.document().getBytes(StandardCharsets.UTF_8);
    }

    /** Digits in groups of three. */
    public static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Bytes in a unit that leaves three digits, by thousands. */
    public static String size(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 999.5 && unit < UNITS.length - 1) {
            size /= 1000;
            unit++;
        }
        String format = unit == 0 || size >= 99.95 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, size, UNITS[unit]);
    }

    /** A count and its noun. */
    public static String count(long count, String one, String many) {
        return grouped(count) + " " + (count == 1 ? one : many);
    }
}
