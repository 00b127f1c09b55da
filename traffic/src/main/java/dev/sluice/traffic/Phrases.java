package dev.sluice.traffic;

import java.util.List;

/** What people and machines leave in text columns: many scripts, and what JSON and paths have trouble with. */
final class Phrases {
    static final List<String> NAMES = List.of(
            "Nikola Nikolić",
            "Zoë O'Brien",
            "李小龍",
            "José \"Pepe\" García",
            "Ærøskøbing Værft A/S",
            "Müller & Söhne <KG>",
            "Владимир Ёлкин",
            "שרה כהן",
            "محمد علي",
            "🧑‍🚀 Ripley",
            "Anna Smith",
            "山田 太郎",
            "Ngọc Ánh");

    static final List<String> REMARKS = List.of(
            "call back on Monday",
            "said \"yes\", then \"no\"",
            "first line\nsecond line",
            "windows\r\nline ends",
            "C:\\scans\\2026\\03.tif",
            "see https://example.org/a/b?c=d&e=f",
            "tab\there",
            "</td><!-- left over -->",
            "👍🏽 👩‍👩‍👧‍👦 𝄞",
            "50 % / m²",
            "{\"looks\":\"like JSON\"",
            "ends with a backslash \\",
            "\u0000\u0007 from a scanner",
            "line\u2028separator",
            "NULL",
            "  spaces on both sides  ");

    static final List<String> PRODUCTS =
            List.of("Garden chair", "Oak table", "Lampe für Flur", "Bookcase", "Étagère", "Door mat");

    static final List<String> PRAISE = List.of(
            "Weatherproof and light",
            "Comes in 4 colours",
            "Height 72 cm / 28\"",
            "Für drinnen und draußen",
            "Assembled in 10 minutes",
            "Ships in one box");

    private Phrases() {}
}
