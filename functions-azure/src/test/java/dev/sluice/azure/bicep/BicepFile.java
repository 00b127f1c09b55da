package dev.sluice.azure.bicep;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.azure.bicep.Value.Arr;
import dev.sluice.azure.bicep.Value.Call;
import dev.sluice.azure.bicep.Value.Choice;
import dev.sluice.azure.bicep.Value.Loop;
import dev.sluice.azure.bicep.Value.Member;
import dev.sluice.azure.bicep.Value.Name;
import dev.sluice.azure.bicep.Value.Obj;
import dev.sluice.azure.bicep.Value.Text;
import dev.sluice.servers.BicepTrees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a file declares. */
public final class BicepFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final Syntax root;
    private final Map<String, Param> params = new LinkedHashMap<>();
    private final Map<String, Value> variables = new HashMap<>();
    private final List<Resource> resources = new ArrayList<>();
    private final List<Module> modules = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();
    /** What the variables of loops go over. */
    private final Map<String, List<Value>> loops = new HashMap<>();

    /**
     * A parameter.
     *
     * @param decorators by name, with their arguments
     * @param values those that the declaration names: its default, and all that are allowed
     */
    public record Param(
            int line,
            String name,
            String type,
            boolean hasDefault,
            Map<String, List<Value>> decorators,
            List<Value> values) {
        /** Whoever uses the file has to give it. */
        public boolean isNeeded() {
            return !hasDefault && !type.endsWith("?");
        }
    }

    /** Another file that is put to use here; its path as it is written. */
    public record Module(int line, String symbol, String path, Value body) {}

    /**
     * A resource; a nested one has the type of its parent in front.
     *
     * @param condition empty if it is always there
     */
    public record Resource(
            int line, String symbol, String type, String version, boolean existing, String condition, Value body) {
        public String typeAndVersion() {
            return type + "@" + version;
        }
    }

    public record Output(int line, String name, boolean secure, String source) {}

    private BicepFile(String name, Syntax root) {
        this.name = name;
        this.root = root;
        if (!root.isSound()) {
            // Form tells of it, and nothing else can be told.
            return;
        }
        Map<String, List<Value>> decorators = Map.of();
        for (Syntax declaration : root.children()) {
            if (declaration.is("decorators")) {
                decorators = decorators(declaration);
                continue;
            }
            declare(declaration, decorators);
            decorators = Map.of();
        }
        root.all().filter(node -> node.is("for_statement")).forEach(this::addLoop);
    }

    /** Reads files with one start of the parser. */
    public static List<BicepFile> read(List<Path> files) throws IOException, InterruptedException {
        JsonNode trees = JSON.readTree(BicepTrees.json(files));
        List<BicepFile> read = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            read.add(new BicepFile(files.get(i).getFileName().toString(), Syntax.of(trees.get(i))));
        }
        return read;
    }

    private static Map<String, List<Value>> decorators(Syntax list) {
        Map<String, List<Value>> found = new LinkedHashMap<>();
        for (Syntax decorator : list.children()) {
            decorator
                    .child("call_expression")
                    .map(Value::of)
                    .map(Call.class::cast)
                    .ifPresent(call -> found.put(call.name(), call.arguments()));
        }
        return found;
    }

    private void declare(Syntax declaration, Map<String, List<Value>> decorators) {
        switch (declaration.type()) {
            case "parameter_declaration" -> {
                String symbol = declaration.textOf("identifier");
                List<Value> values = new ArrayList<>();
                declaration.behind("=").map(Value::of).ifPresent(values::add);
                decorators.getOrDefault("allowed", List.of()).stream()
                        .filter(Arr.class::isInstance)
                        .forEach(list -> values.addAll(((Arr) list).items()));
                declaration
                        .child("type")
                        .ifPresent(type ->
                                type.all().filter(Syntax::isText).map(Value::of).forEach(values::add));
                params.put(
                        symbol,
                        new Param(
                                declaration.line(),
                                symbol,
                                declaration.textOf("type"),
                                declaration.behind("=").isPresent(),
                                decorators,
                                values));
            }
            case "variable_declaration" ->
                declaration
                        .behind("=")
                        .ifPresent(value -> variables.put(declaration.textOf("identifier"), Value.of(value)));
            case "resource_declaration" -> addResource(declaration, "", "");
            case "module_declaration" ->
                modules.add(new Module(
                        declaration.line(),
                        declaration.textOf("identifier"),
                        ((Text) Value.of(declaration.child("string").orElseThrow())).text(),
                        Value.of(declaration
                                .children()
                                .get(declaration.children().size() - 1))));
            case "output_declaration" ->
                outputs.add(new Output(
                        declaration.line(),
                        declaration.textOf("identifier"),
                        decorators.containsKey("secure"),
                        declaration.behind("=").map(Syntax::source).orElse("")));
            default -> {}
        }
    }

    private void addResource(Syntax declaration, String parentType, String parentVersion) {
        String[] typeAndVersion = ((Text) Value.of(declaration.child("string").orElseThrow()))
                .text()
                .split("@", 2);
        String type = parentType.isEmpty() ? typeAndVersion[0] : parentType + "/" + typeAndVersion[0];
        String version = typeAndVersion.length == 2 ? typeAndVersion[1] : parentVersion;
        Syntax body = declaration.children().get(declaration.children().size() - 1);
        String condition = body.all()
                .filter(node -> node.is("if_statement"))
                .findFirst()
                .flatMap(node -> node.child("parenthesized_expression"))
                .map(Syntax::source)
                .orElse("");
        resources.add(new Resource(
                declaration.line(),
                declaration.textOf("identifier"),
                type,
                version,
                declaration.child("existing").isPresent(),
                condition,
                Value.of(body)));
        body.all().filter(node -> node.is("object")).findFirst().stream()
                .flatMap(object -> object.children().stream())
                .filter(property -> property.is("object_property"))
                .flatMap(property -> property.child("resource_declaration").stream())
                .forEach(child -> addResource(child, type, version));
    }

    private void addLoop(Syntax loop) {
        Optional<Syntax> over = loop.behind("in");
        Optional<Syntax> variable =
                loop.all().filter(node -> node.is("loop_variable")).findFirst().or(() -> loop.behind("for"));
        if (over.isPresent() && variable.isPresent()) {
            loops.computeIfAbsent(variable.get().source(), name -> new ArrayList<>())
                    .add(Value.of(over.get()));
        }
    }

    public String name() {
        return name;
    }

    public Syntax root() {
        return root;
    }

    public List<Param> params() {
        return List.copyOf(params.values());
    }

    public List<Resource> resources() {
        return List.copyOf(resources);
    }

    public List<Module> modules() {
        return List.copyOf(modules);
    }

    public List<Output> outputs() {
        return List.copyOf(outputs);
    }

    public Optional<Value> variable(String symbol) {
        return Optional.ofNullable(variables.get(symbol));
    }

    /** Names of variables with the text values that they or the parts of them have. */
    public Map<String, Value> variables() {
        return variables.entrySet().stream().collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What stands between quotes anywhere in the file; placeholders as they are written. */
    public Stream<String> texts() {
        return root.all().filter(Syntax::isText).map(Syntax::source);
    }

    /** What a value may turn out to be, as far as it is written in this file: both branches, variables, defaults. */
    public Stream<Value> meanings(Value value) {
        if (value instanceof Choice choice) {
            return Stream.concat(meanings(choice.yes()), meanings(choice.no()));
        }
        if (value instanceof Loop loop) {
            return Stream.of(new Arr(loop.line(), List.of(loop.body())));
        }
        if (value instanceof Name symbol) {
            return meanings(symbol);
        }
        if (value instanceof Member member) {
            List<Value> found = meanings(member.base())
                    .filter(Obj.class::isInstance)
                    .flatMap(base -> ((Obj) base).get(member.property()).stream())
                    .toList();
            return found.isEmpty() ? Stream.of(value) : found.stream().flatMap(this::meanings);
        }
        return Stream.of(value);
    }

    private Stream<Value> meanings(Name symbol) {
        if (variables.containsKey(symbol.name())) {
            return meanings(variables.get(symbol.name()));
        }
        if (params.containsKey(symbol.name())) {
            return Stream.concat(Stream.of(symbol), params.get(symbol.name()).values().stream());
        }
        if (loops.containsKey(symbol.name())) {
            return loops.get(symbol.name()).stream()
                    .flatMap(this::meanings)
                    .flatMap(over -> over instanceof Arr list ? list.items().stream() : Stream.of(symbol))
                    .flatMap(item -> item.equals(symbol) ? Stream.of(item) : meanings(item));
        }
        return Stream.of(symbol);
    }

    /** The objects that a value is made of: behind variables and conditions, and what union() or concat() puts together. */
    public Stream<Obj> objects(Value value) {
        return meanings(value).flatMap(meaning -> {
            if (meaning instanceof Obj object) {
                return Stream.of(object);
            }
            return meaning instanceof Call call && call.name().equals("union")
                    ? call.arguments().stream().flatMap(this::objects)
                    : Stream.of();
        });
    }
}
