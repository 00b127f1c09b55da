package dev.sluice.azure.bicep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node of a tree as the grammar makes it.
 *
 * @param line from 1
 * @param missing the parser made it up to get on
 * @param text of a leaf, else empty
 */
public record Syntax(String type, int line, boolean missing, String text, List<Syntax> children) {
    static Syntax of(JsonNode node) {
        List<Syntax> children = new ArrayList<>();
        node.path("children").forEach(child -> children.add(of(child)));
        return new Syntax(
                node.path("type").asText(),
                node.path("line").asInt(),
                node.path("missing").asBoolean(),
                node.path("text").asText(),
                List.copyOf(children));
    }

    boolean is(String... types) {
        return List.of(types).contains(type);
    }

    /** A text, and not the word "string", which stands for the type. */
    boolean isText() {
        return is("string") && !children.isEmpty();
    }

    /** Whether the parser could make sense of it. */
    boolean isSound() {
        return all().noneMatch(node -> node.missing() || node.is("ERROR"));
    }

    /** The first child of this type. */
    Optional<Syntax> child(String of) {
        return children.stream().filter(child -> child.is(of)).findFirst();
    }

    /** Text of the first child of this type. */
    String textOf(String of) {
        return child(of).map(Syntax::source).orElse("");
    }

    /** What stands behind the first token of this text. */
    Optional<Syntax> behind(String token) {
        for (int i = 0; i < children.size() - 1; i++) {
            if (children.get(i).is(token)) {
                return Optional.of(children.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /** This node and all below it. */
    public Stream<Syntax> all() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(Syntax::all));
    }

    /** Its tokens, without what stood between them. */
    public String source() {
        if (children.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        children.forEach(child -> out.append(child.source()));
        return out.toString();
    }
}
