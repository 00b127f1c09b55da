package dev.sluice.azure.bicep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Works out expressions, as far as conditions on parameters need it: texts, whole numbers, truth values, lists and objects,
 * comparisons, lambdas and a few functions.
 */
public final class Evaluation {
    private final Map<String, Object> names;
    private final Map<String, Syntax> variables;

    /**
     * With what the names stand for: String, Long, Boolean, a List or a Map of them. An object that is not given is an empty one.
     *
     * @param variables of the file, worked out where they are needed
     */
    public Evaluation(Map<String, Object> names, Map<String, Syntax> variables) {
        this.names = Map.copyOf(names);
        this.variables = Map.copyOf(variables);
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
            case "object" -> object(syntax);
            case "member_expression" -> member(syntax.children().get(0), syntax.textOf("property_identifier"));
            case "subscript_expression" ->
                member(syntax.children().get(0), (String) of(syntax.behind("[").orElseThrow()));
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }

    private static Stream<Syntax> inner(Syntax syntax) {
        return syntax.children().stream().filter(child -> !child.is("[", "]", "(", ")", ","));
    }

    private Object named(String name) {
        if (names.containsKey(name)) {
            return names.get(name);
        }
        Syntax variable = variables.get(name);
        if (variable == null) {
            throw new IllegalArgumentException("nobody says what " + name + " is");
        }
        return of(variable);
    }

    private Object object(Syntax syntax) {
        Map<String, Object> members = new TreeMap<>();
        syntax.children().stream()
                .filter(child -> child.is("object_property"))
                .forEach(property -> members.put(
                        property.children().get(0).source(),
                        of(property.behind(":").orElseThrow())));
        return members;
    }

    private Object member(Syntax object, String name) {
        Object value = ((Map<?, ?>) of(object)).get(name);
        if (value == null) {
            throw new NoSuchElementException(name);
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
            case "+" -> number(left) + number(right);
            case "-" -> number(left) - number(right);
            case "??" -> orElse(left, right);
            case "*" -> number(left) * number(right);
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }

    private Object orElse(Syntax left, Syntax right) {
        try {
            return of(left);
        } catch (NoSuchElementException e) {
            return of(right);
        }
    }

    private static boolean isLambda(Syntax syntax) {
        return syntax.is("lambda_expression")
                || (!syntax.children().isEmpty() && isLambda(syntax.children().get(0)));
    }

    /** The grammar takes {@code x => x.id} for a member of a lambda; the body is all that is behind the arrow. */
    private static Syntax body(Syntax lambda) {
        if (lambda.is("lambda_expression")) {
            return lambda.children().get(lambda.children().size() - 1);
        }
        List<Syntax> parts = new ArrayList<>(lambda.children());
        parts.set(0, body(parts.get(0)));
        return new Syntax(lambda.type(), lambda.line(), lambda.missing(), lambda.text(), List.copyOf(parts));
    }

    private static String parameter(Syntax lambda) {
        Syntax first = lambda.children().get(0);
        return lambda.is("lambda_expression") ? first.source() : parameter(first);
    }

    /** What a lambda makes of an element. */
    private Object apply(Syntax lambda, Object element) {
        Map<String, Object> inside = new HashMap<>(names);
        inside.put(parameter(lambda), element);
        return new Evaluation(inside, variables).of(body(lambda));
    }

    private Object call(Syntax syntax) {
        List<Syntax> given = inner(syntax.child("arguments").orElseThrow()).toList();
        List<Object> arguments = new ArrayList<>();
        given.stream().filter(argument -> !isLambda(argument)).forEach(argument -> arguments.add(of(argument)));
        Object first = arguments.get(0);
        return switch (syntax.children().get(0).source()) {
            case "toLower" -> ((String) first).toLowerCase(Locale.ROOT);
            case "trim" -> ((String) first).strip();
            case "string" -> first.toString();
            case "int" -> Long.valueOf((String) first);
            case "empty" -> first.equals("") || first.equals(List.of());
            case "length" -> first instanceof List<?> list ? (long) list.size() : (long) ((String) first).length();
            case "contains" -> contains(first, arguments.get(1));
            case "startsWith" ->
                ((String) first)
                        .toLowerCase(Locale.ROOT)
                        .startsWith(((String) arguments.get(1)).toLowerCase(Locale.ROOT));
            case "endsWith" ->
                ((String) first)
                        .toLowerCase(Locale.ROOT)
                        .endsWith(((String) arguments.get(1)).toLowerCase(Locale.ROOT));
            case "first" -> ((List<?>) first).get(0);
            case "last" -> ((List<?>) first).get(((List<?>) first).size() - 1);
            case "split" -> split((String) first, arguments.get(1));
            case "join" ->
                ((List<?>) first).stream().map(Object::toString).collect(Collectors.joining((String) arguments.get(1)));
            case "concat" ->
                arguments.stream().flatMap(list -> ((List<?>) list).stream()).toList();
            case "range" ->
                LongStream.range((Long) first, (Long) first + (Long) arguments.get(1))
                        .boxed()
                        .toList();
            case "map" ->
                ((List<?>) first).stream().map(one -> apply(given.get(1), one)).toList();
            case "filter" ->
                ((List<?>) first)
                        .stream()
                                .filter(one -> (Boolean) apply(given.get(1), one))
                                .toList();
            case "items" ->
                ((Map<?, ?>) first)
                        .entrySet().stream()
                                .map(one -> Map.of("key", one.getKey(), "value", one.getValue()))
                                .toList();
            case "parseCidr" -> Map.of("network", network((String) first));
            case "substring" ->
                ((String) first)
                        .substring(((Long) arguments.get(1)).intValue())
                        .substring(0, ((Long) arguments.get(2)).intValue());
            default -> throw new IllegalArgumentException("cannot work out " + syntax.source());
        };
    }

    private static boolean contains(Object whole, Object part) {
        if (whole instanceof Map<?, ?> object) {
            return object.containsKey(part);
        }
        return whole instanceof List<?> list ? list.contains(part) : ((String) whole).contains((String) part);
    }

    private static List<String> split(String text, Object delimiters) {
        String pattern = (delimiters instanceof List<?> list ? list : List.of(delimiters))
                .stream().map(delimiter -> Pattern.quote((String) delimiter)).collect(Collectors.joining("|"));
        return List.of(text.split(pattern, -1));
    }

    /** The first address of a network of IPv4. */
    private static String network(String cidr) {
        String[] parts = cidr.split("[./]", -1);
        long address = 0;
        for (int i = 0; i < 4; i++) {
            address = address * 256 + Long.parseLong(parts[i]);
        }
        long host = (1L << (32 - Integer.parseInt(parts[4]))) - 1;
        long first = address & ~host;
        return (first >> 24) + "." + (first >> 16 & 255) + "." + (first >> 8 & 255) + "." + (first & 255);
    }
}
