package dev.sluice.traffic;

/** What happened to a row: the word on the wire, and the letter in {@link SourceRow}. */
enum Operation {
    INSERT("INS", "c"),
    UPDATE("UPD", "u"),
    DELETE("DEL", "d");

    final String wire;
    final String letter;

    Operation(String wire, String letter) {
        this.wire = wire;
        this.letter = letter;
    }
}
