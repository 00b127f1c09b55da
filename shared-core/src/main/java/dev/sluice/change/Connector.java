package dev.sluice.change;

/** The family of dialects a change was read from, as {@code source.connector} names it. */
public enum Connector {
    CES("sqlserver-ces"),
    DATAWORKS("dataworks"),
    CANAL("canal");

    private final String label;

    Connector(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
