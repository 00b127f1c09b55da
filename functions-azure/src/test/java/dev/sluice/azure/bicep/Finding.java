package dev.sluice.azure.bicep;

/** What is wrong, and where. */
public record Finding(String file, int line, String problem) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + problem;
    }
}
