package dev.sluice.azure.bicep;

import java.util.List;

/** What the parser could not make sense of. */
public final class Form {
    private Form() {}

    public static List<Finding> check(BicepFile file) {
        return file.root()
                .all()
                .filter(node -> node.missing() || node.is("ERROR"))
                .map(node -> new Finding(
                        file.name(),
                        node.line(),
                        node.missing() ? node.type() + " is missing" : "cannot be read: " + node.source()))
                .toList();
    }
}
