package dev.sluice.azure.bicep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Works out expressions, as far as conditions on parameters need it: texts, whole numbers, truth values and lists, comparisons
 * and a few functions.
 */
public final class Evaluation {
    private final Map<String, Object> names;

    /** With what the names stand for: String, Long, Boolean or a List of them. */
    public Evaluation(Map<String, Object> names) {
        this.names = Map.copyOf(names);
    }

    /** The value of an expression. */
    public Object of(Syntax syntax) {
        return switch (syntax.type()) {
            case "string" -> ((Value.Text) Value.of(syntax)).text();
            case "number" -> Long.valueOf(syntax.source());
            case "boolean" -> Boolean.valueOf(syntax.source());
            case "array" -> inner(syntax).map(this::of).toList();
            case "parenthesized_expression" -> of(inner(syntax).findFirst().orElseThrow());
            case "identifier" -> named(syntax.text());
            case "ternary_expression" ->
                isTrue(syntax.children().get(0))
                        ? of(syntax.behind("?").orElseThrow())
                        : of(syntax.behind(":").orElseThrow());
            case "unary_expression" -> !isTrue(syntax.behind("!").orElseThrow());
            case "binary_expression" -> binary(syntax);
            case "call_expression" -> call(syntax);
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }

    private static Stream<Syntax> inner(Syntax syntax) {
        return syntax.children().stream().filter(child -> !child.is("[", "]", "(", ")", ","));
    }

    private Object named(String name) {
        Object value = names.get(name);
        if (value == null) {
            throw new IllegalArgumentException("nobody says what " + name + " is");
        }
        return value;
    }

    private boolean isTrue(Syntax syntax) {
        return (Boolean) of(syntax);
    }

    private long number(Syntax syntax) {
        return (Long) of(syntax);
    }

    private Object binary(Syntax syntax) {
        Syntax left = syntax.children().get(0);
        Syntax right = syntax.children().get(2);
        return switch (syntax.children().get(1).source()) {
            case "==" -> of(left).equals(of(right));
            case "!=" -> !of(left).equals(of(right));
            case "&&" -> isTrue(left) && isTrue(right);
            case "||" -> isTrue(left) || isTrue(right);
            case "<" -> number(left) < number(right);
            case "<=" -> number(left) <= number(right);
            case ">" -> number(left) > number(right);
            case ">=" -> number(left) >= number(right);
            case "*" -> number(left) * number(right);
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }

    private Object call(Syntax syntax) {
        List<Object> arguments = new ArrayList<>();
        syntax.child("arguments").ifPresent(list -> inner(list).forEach(argument -> arguments.add(of(argument))));
        Object first = arguments.get(0);
        return switch (syntax.children().get(0).source()) {
            case "toLower" -> ((String) first).toLowerCase(Locale.ROOT);
            case "empty" -> first.equals("") || first.equals(List.of());
            case "length" -> (long) ((String) first).length();
            case "contains" ->
                first instanceof List<?> list
                        ? list.contains(arguments.get(1))
                        : ((String) first).contains((String) arguments.get(1));
            case "substring" ->
                ((String) first)
                        .substring(((Long) arguments.get(1)).intValue())
                        .substring(0, ((Long) arguments.get(2)).intValue());
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }
}
