package dev.sluice.azure.bicep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An expression, as far as something can be told of it. */
public interface Value {
    /** Where it begins. */
    int line();

    /** A text without placeholders. */
    record Text(int line, String text) implements Value {}

    /** A number, true, false or null, as it is written. */
    record Plain(int line, String kind, String text) implements Value {}

    record Obj(int line, List<Entry> entries) implements Value {
        public Optional<Value> get(String key) {
            return entries.stream()
                    .filter(entry -> entry.key().equals(Optional.of(key)))
                    .map(Entry::value)
                    .findFirst();
        }
    }

    /**
     * A property.
     *
     * @param key empty if it has placeholders
     */
    record Entry(int line, Optional<String> key, Value value) {}

    record Arr(int line, List<Value> items) implements Value {}

    /** One of two. */
    record Choice(int line, Value yes, Value no) implements Value {}

    /** One per element of something. */
    record Loop(int line, Value body) implements Value {}

    /** A variable, a parameter, a resource. */
    record Name(int line, String name) implements Value {}

    /** {@code base.property} */
    record Member(int line, Value base, String property, String source) implements Value {}

    record Call(int line, String name, List<Value> arguments, String source) implements Value {}

    /** Anything else. */
    record Other(int line, String source) implements Value {}

    static Value of(Syntax syntax) {
        int line = syntax.line();
        return switch (syntax.type()) {
            case "string" ->
                !syntax.isText() || syntax.child("interpolation").isPresent()
                        ? new Other(line, syntax.source())
                        : new Text(line, text(syntax));
            case "number", "boolean", "null" -> new Plain(line, syntax.type(), syntax.source());
            case "object" -> object(syntax);
            case "array" -> new Arr(line, inner(syntax).map(Value::of).toList());
            case "parenthesized_expression" ->
                inner(syntax).findFirst().map(Value::of).orElseGet(() -> new Other(line, syntax.source()));
            case "ternary_expression" ->
                new Choice(
                        line,
                        of(syntax.behind("?").orElseThrow()),
                        of(syntax.behind(":").orElseThrow()));
            case "if_statement" -> of(syntax.children().get(syntax.children().size() - 1));
            case "for_statement" ->
                new Loop(line, of(syntax.children().get(syntax.children().size() - 2)));
            case "identifier" -> new Name(line, syntax.text());
            case "member_expression" -> member(syntax);
            case "call_expression" -> call(syntax);
            default -> new Other(line, syntax.source());
        };
    }

    private static java.util.stream.Stream<Syntax> inner(Syntax syntax) {
        return syntax.children().stream().filter(child -> !child.is("[", "]", "(", ")", ",", "{", "}"));
    }

    private static String text(Syntax string) {
        StringBuilder out = new StringBuilder();
        boolean raw = string.children().get(0).is("'''");
        for (Syntax part : string.children()) {
            if (!part.is("'", "'''")) {
                out.append(
                        raw ? part.source() : part.source().replace("\\'", "'").replace("\\\\", "\\"));
            }
        }
        return out.toString();
    }

    private static Value object(Syntax syntax) {
        List<Entry> entries = new ArrayList<>();
        for (Syntax property : syntax.children()) {
            if (property.is("object_property") && property.behind(":").isPresent()) {
                Syntax key = property.children().get(0);
                Optional<String> name = key.isText()
                        ? Optional.of(key)
                                .filter(text -> text.child("interpolation").isEmpty())
                                .map(Value::text)
                        : Optional.of(key.source());
                entries.add(
                        new Entry(property.line(), name, of(property.behind(":").orElseThrow())));
            }
        }
        return new Obj(syntax.line(), List.copyOf(entries));
    }

    private static Value member(Syntax syntax) {
        Syntax base = syntax.children().get(0);
        return syntax.child("property_identifier")
                .<Value>map(name -> new Member(syntax.line(), of(base), name.text(), syntax.source()))
                .orElseGet(() -> new Other(syntax.line(), syntax.source()));
    }

    private static Value call(Syntax syntax) {
        List<Value> arguments = syntax.child("arguments")
                .map(list -> inner(list).map(Value::of).toList())
                .orElse(List.of());
        return new Call(syntax.line(), syntax.children().get(0).source(), arguments, syntax.source());
    }
}
