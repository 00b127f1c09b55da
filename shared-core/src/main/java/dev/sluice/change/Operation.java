package dev.sluice.change;

/** What happened to the row; the code is the one of the Debezium envelope. */
public enum Operation {
    CREATE("c"),
    UPDATE("u"),
    DELETE("d"),
    /** A row of a first full load. */
    READ("r");

    private final String code;

    Operation(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
