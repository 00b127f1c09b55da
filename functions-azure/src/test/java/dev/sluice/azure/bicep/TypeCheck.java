package dev.sluice.azure.bicep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.azure.bicep.BicepFile.Resource;
import dev.sluice.azure.bicep.Value.Arr;
import dev.sluice.azure.bicep.Value.Call;
import dev.sluice.azure.bicep.Value.Entry;
import dev.sluice.azure.bicep.Value.Loop;
import dev.sluice.azure.bicep.Value.Obj;
import dev.sluice.azure.bicep.Value.Plain;
import dev.sluice.azure.bicep.Value.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares resources with their types: names, what has to be there, values of enums, kinds of values. Of what is not written
 * out nothing is said, but both branches of a condition, variables, defaults and allowed values of parameters, and what loops
 * over lists in the same file give, are followed.
 */
public final class TypeCheck {
    /** The language's own. */
    private static final Set<String> LANGUAGE = Set.of("parent", "scope", "dependsOn");

    private static final JsonNode ANYTHING =
            JsonNodeFactory.instance.objectNode().put("type", "any");

    private final TypeData data;
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> unchecked = new TreeSet<>();
    private final Set<String> used = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private int properties;

    public TypeCheck(TypeData data) {
        this.data = data;
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Types for which there is no data. */
    public Set<String> unchecked() {
        return new TreeSet<>(unchecked);
    }

    /** Types for which there is. */
    public Set<String> used() {
        return new TreeSet<>(used);
    }

    /** How many properties were compared. */
    public int properties() {
        return properties;
    }

    public void check(BicepFile file) {
        for (Resource resource : file.resources()) {
            Optional<JsonNode> type = data.type(resource.typeAndVersion());
            if (type.isEmpty()) {
                unchecked.add(resource.typeAndVersion());
                continue;
            }
            used.add(type.get().get("resource").asText());
            new Walk(file).resource(resource, type.get());
        }
        new Walk(file).reads();
    }

    /** Through one file. */
    private final class Walk {
        private final BicepFile file;

        private Walk(BicepFile file) {
            this.file = file;
        }

        private void add(int line, String problem) {
            findings.add(new Finding(file.name(), line, problem));
        }

        /** What is read of a resource, such as {@code app.properties.defaultHostName}. */
        private void reads() {
            file.root().all().filter(node -> node.is("member_expression")).forEach(node -> {
                List<String> path = List.of(node.source().replaceAll("[!?]", "").split("\\.", -1));
                Optional<JsonNode> type = file.resources().stream()
                        .filter(resource -> resource.symbol().equals(path.get(0)) && !(resource.body() instanceof Loop))
                        .findFirst()
                        .flatMap(resource -> data.type(resource.typeAndVersion()));
                type.ifPresent(root -> read(node, path, root));
            });
        }

        private void read(Syntax at, List<String> path, JsonNode root) {
            JsonNode node = root;
            for (String name : path.subList(1, path.size())) {
                if (!name.matches("\\w+")
                        || node.path("type").asText().equals("any")
                        || node.path("cut").asBoolean()) {
                    return;
                }
                JsonNode next = node.path("properties").path(name);
                if (next.isMissingNode()) {
                    next = node.path("additionalProperties");
                }
                if (next.isMissingNode()) {
                    if (!node.has("variants")) {
                        add(
                                at.line(),
                                String.join(".", path) + " does not exist (did you mean '"
                                        + TypeData.nearest(name, names(node.path("properties"))) + "'?)");
                    }
                    return;
                }
                node = next;
            }
            properties++;
        }

        private void resource(Resource resource, JsonNode type) {
            Value body = resource.body() instanceof Loop loop ? loop.body() : resource.body();
            if (!(body instanceof Obj object)) {
                add(resource.line(), resource.symbol() + " is no object");
                return;
            }
            if (resource.existing()) {
                object.entries().stream()
                        .filter(entry -> !LANGUAGE.contains(entry.key().orElse(""))
                                && !entry.key().equals(Optional.of("name")))
                        .forEach(entry -> add(
                                entry.line(),
                                resource.symbol() + ": an existing resource has no '"
                                        + entry.key().orElse("") + "'"));
                return;
            }
            List<Entry> own = object.entries().stream()
                    .filter(entry -> !LANGUAGE.contains(entry.key().orElse("")))
                    .toList();
            object(new Obj(object.line(), own), type, resource.symbol(), true);
        }

        private void value(Value value, JsonNode node, String path) {
            file.meanings(value).forEach(meaning -> {
                if (meaning instanceof Obj object) {
                    kind(meaning.line(), node, path, "object");
                    object(object, node, path, true);
                } else if (meaning instanceof Call call && call.name().equals("union")) {
                    call.arguments()
                            .forEach(part -> file.objects(part).forEach(object -> object(object, node, path, false)));
                } else if (meaning instanceof Call call && call.name().equals("concat")) {
                    call.arguments().forEach(part -> value(part, node, path));
                } else if (meaning instanceof Arr list) {
                    kind(meaning.line(), node, path, "array");
                    if (node.has("items")) {
                        list.items().forEach(item -> value(item, node.get("items"), path + "[]"));
                    }
                } else if (meaning instanceof Text text) {
                    kind(meaning.line(), node, path, "string");
                    choice(text, node, path);
                } else if (meaning instanceof Plain plain && !plain.kind().equals("null")) {
                    kind(meaning.line(), node, path, plain.kind().equals("boolean") ? "bool" : "int");
                }
            });
        }

        private void kind(int line, JsonNode node, String path, String found) {
            String wanted = node.path("type").asText("object");
            if (!wanted.equals("any") && !wanted.equals(found)) {
                add(line, path + " is of type " + found + " (expected " + wanted + ")");
            }
        }

        private void choice(Text text, JsonNode node, String path) {
            List<String> allowed = new ArrayList<>();
            node.path("enum").forEach(value -> allowed.add(value.asText()));
            if (!allowed.isEmpty() && !allowed.contains(text.text())) {
                add(
                        text.line(),
                        path + " is '" + text.text() + "' (expected one of " + String.join(", ", allowed) + ")");
            }
        }

        /** @param whole nothing else is put to it, so what has to be there has to be here */
        private void object(Obj object, JsonNode node, String path, boolean whole) {
            if (node.path("cut").asBoolean()) {
                return;
            }
            Map<String, JsonNode> known = new TreeMap<>();
            boolean decided = members(object, node, path, known);
            for (Entry entry : object.entries()) {
                properties++;
                entry(entry, node, known, path);
            }
            if (!whole || !decided) {
                return;
            }
            Set<String> there = object.entries().stream()
                    .flatMap(entry -> entry.key().stream())
                    .collect(Collectors.toSet());
            known.forEach((name, member) -> {
                if (member.path("required").asBoolean()
                        && !member.path("readOnly").asBoolean()
                        && !there.contains(name)) {
                    add(object.line(), path + "." + name + " is missing");
                }
            });
        }

        /** Fills in what the object may have; false if that depends on a value that is not written out. */
        private boolean members(Obj object, JsonNode node, String path, Map<String, JsonNode> known) {
            putAll(node, known);
            if (!node.has("discriminator")) {
                return true;
            }
            String by = node.get("discriminator").asText();
            JsonNode variants = node.get("variants");
            Optional<Value> chosen = object.get(by);
            if (chosen.isEmpty()) {
                add(object.line(), path + "." + by + " is missing: it tells what the rest may be");
            }
            if (chosen.isPresent() && chosen.get() instanceof Text text) {
                if (!variants.has(text.text())) {
                    add(
                            text.line(),
                            path + "." + by + " is '" + text.text() + "' (expected one of "
                                    + String.join(", ", names(variants)) + ")");
                    variants.forEach(variant -> putAll(variant, known));
                    known.put(by, ANYTHING);
                    return false;
                }
                putAll(variants.get(text.text()), known);
                return true;
            }
            variants.forEach(variant -> putAll(variant, known));
            return false;
        }

        private void entry(Entry entry, JsonNode node, Map<String, JsonNode> known, String path) {
            String key = entry.key().orElse("${…}");
            String at = path + "." + key;
            JsonNode member = entry.key().map(known::get).orElse(null);
            if (member == null) {
                member = node.get("additionalProperties");
            }
            if (member != null) {
                if (member.path("readOnly").asBoolean()) {
                    add(entry.line(), at + " is set by Azure, and cannot be written");
                }
                value(entry.value(), member, at);
            } else if (entry.key().isPresent() && !node.path("type").asText().equals("any")) {
                add(entry.line(), at + " is not known (did you mean '" + TypeData.nearest(key, known.keySet()) + "'?)");
            }
        }

        private void putAll(JsonNode node, Map<String, JsonNode> known) {
            node.path("properties").properties().forEach(field -> known.put(field.getKey(), field.getValue()));
        }

        private List<String> names(JsonNode node) {
            List<String> names = new ArrayList<>();
            for (Iterator<String> name = node.fieldNames(); name.hasNext(); ) {
                names.add(name.next());
            }
            return names;
        }
    }
}
