package dev.sluice.azure.bicep;

import dev.sluice.azure.bicep.BicepFile.Module;
import dev.sluice.azure.bicep.BicepFile.Output;
import dev.sluice.azure.bicep.BicepFile.Param;
import dev.sluice.azure.bicep.Value.Obj;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names that are used and not declared, or declared and not used; modules that get what they do not take, or lack what they
 * need. Variables of loops and lambdas count as declared in all of their file.
 */
public final class References {
    private static final Set<String> FUNCTIONS = Set.of(
            "array",
            "bool",
            "cidrSubnet",
            "concat",
            "contains",
            "empty",
            "endsWith",
            "environment",
            "fail",
            "filter",
            "first",
            "format",
            "guid",
            "int",
            "items",
            "join",
            "last",
            "length",
            "loadJsonContent",
            "loadTextContent",
            "map",
            "max",
            "min",
            "parseCidr",
            "range",
            "replace",
            "resourceGroup",
            "resourceId",
            "split",
            "startsWith",
            "string",
            "subscription",
            "subscriptionResourceId",
            "substring",
            "tenant",
            "toLower",
            "toObject",
            "trim",
            "union",
            "uniqueString");
    private static final Set<String> DECORATORS = Set.of(
            "allowed",
            "description",
            "export",
            "maxLength",
            "maxValue",
            "metadata",
            "minLength",
            "minValue",
            "sealed",
            "secure");

    private final BicepFile file;
    private final Set<String> declared = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private final List<Finding> findings = new ArrayList<>();

    private References(BicepFile file) {
        this.file = file;
    }

    /** What is wrong in a file, of which all the files with its modules are given too. */
    public static List<Finding> check(BicepFile file, List<BicepFile> all) {
        References references = new References(file);
        references.declarations();
        references.uses(file.root());
        references.unused();
        Map<String, BicepFile> byName =
                all.stream().collect(Collectors.toMap(BicepFile::name, Function.identity(), (one, other) -> one));
        Map<String, BicepFile> modules = new HashMap<>();
        for (Module module : file.modules()) {
            Optional<BicepFile> target = Optional.ofNullable(
                    byName.get(module.path().substring(module.path().lastIndexOf('/') + 1)));
            if (target.isEmpty()) {
                references.add(module.line(), "there is no file " + module.path());
            } else {
                references.module(module, target.get());
                modules.put(module.symbol(), target.get());
            }
        }
        references.outputs(modules);
        return references.findings;
    }

    private void add(int line, String problem) {
        findings.add(new Finding(file.name(), line, problem));
    }

    private void declarations() {
        file.root().all().forEach(node -> {
            if (node.type().endsWith("_declaration")) {
                declared.add(node.textOf("identifier"));
            } else if (node.is("import_functionality")) {
                node.children().stream()
                        .filter(child -> child.is("identifier"))
                        .forEach(child -> declared.add(child.text()));
            } else if (node.is("loop_variable", "loop_enumerator")) {
                declared.add(node.source());
            } else if (node.is("for_statement")) {
                node.behind("for")
                        .filter(child -> child.is("identifier"))
                        .ifPresent(child -> declared.add(child.text()));
            } else if (node.is("lambda_expression")) {
                node.children()
                        .get(0)
                        .all()
                        .filter(child -> child.is("identifier"))
                        .forEach(child -> declared.add(child.text()));
            }
        });
    }

    private void uses(Syntax node) {
        boolean declaration = node.type().endsWith("_declaration");
        for (int i = 0; i < node.children().size(); i++) {
            Syntax child = node.children().get(i);
            if (!child.is("identifier")) {
                uses(child);
            } else if (node.is("decorator") || (node.is("call_expression") && i == 0)) {
                if (!FUNCTIONS.contains(child.text()) && !DECORATORS.contains(child.text())) {
                    add(child.line(), child.text() + "() is no function that is known here");
                }
            } else if (!(declaration && i == 1)
                    && !(node.is("object_property") && i == 0)
                    && !node.is("import_functionality")) {
                use(child);
            }
        }
    }

    private void use(Syntax name) {
        used.add(name.text());
        if (!declared.contains(name.text())) {
            add(
                    name.line(),
                    name.text() + " is not declared (did you mean '" + TypeData.nearest(name.text(), declared) + "'?)");
        }
    }

    private void unused() {
        for (Param param : file.params()) {
            if (!used.contains(param.name())) {
                add(param.line(), "param " + param.name() + " is not used");
            }
        }
        if (!file.name().endsWith(".bicepparam")) {
            file.variables().forEach((name, value) -> {
                if (!used.contains(name)) {
                    add(value.line(), "var " + name + " is not used");
                }
            });
        }
    }

    private void module(Module module, BicepFile target) {
        Set<String> given = ((Obj) module.body())
                .get("params").stream()
                        .flatMap(params -> ((Obj) params).entries().stream())
                        .flatMap(entry -> entry.key().stream())
                        .collect(Collectors.toSet());
        Set<String> taken = target.params().stream().map(Param::name).collect(Collectors.toSet());
        given.stream()
                .filter(name -> !taken.contains(name))
                .forEach(name -> add(
                        module.line(),
                        module.symbol() + " takes no '" + name + "' (did you mean '" + TypeData.nearest(name, taken)
                                + "'?)"));
        target.params().stream()
                .filter(param -> param.isNeeded() && !given.contains(param.name()))
                .forEach(param -> add(module.line(), module.symbol() + " needs '" + param.name() + "'"));
    }

    /** Of {@code module.outputs.name}. */
    private void outputs(Map<String, BicepFile> modules) {
        file.root().all().filter(node -> node.is("member_expression")).forEach(node -> {
            String[] path = node.source().replace("!", "").split("\\.", -1);
            if (path.length == 3 && path[1].equals("outputs") && modules.containsKey(path[0])) {
                Set<String> there = modules.get(path[0]).outputs().stream()
                        .map(Output::name)
                        .collect(Collectors.toSet());
                if (!there.contains(path[2])) {
                    add(
                            node.line(),
                            path[0] + " has no output '" + path[2] + "' (did you mean '"
                                    + TypeData.nearest(path[2], there) + "'?)");
                }
            }
        });
    }
}
