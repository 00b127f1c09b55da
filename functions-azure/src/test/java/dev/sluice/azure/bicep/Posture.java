package dev.sluice.azure.bicep;

import dev.sluice.azure.bicep.BicepFile.Output;
import dev.sluice.azure.bicep.BicepFile.Param;
import dev.sluice.azure.bicep.BicepFile.Resource;
import dev.sluice.azure.bicep.Value.Call;
import dev.sluice.azure.bicep.Value.Loop;
import dev.sluice.azure.bicep.Value.Obj;
import dev.sluice.azure.bicep.Value.Plain;
import dev.sluice.azure.bicep.Value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What is never given up: nobody signs in with a key or a password, nothing is sent in the clear, no secret leaves. */
public final class Posture {
    private static final Pattern SECRET = Pattern.compile(
            "AccountKey=|SharedAccessKey=|SharedAccessSignature|[?&]sig=|Password=|InstrumentationKey=",
            Pattern.CASE_INSENSITIVE);
    /** What gives out keys, and what is another in each deployment. */
    private static final Pattern CALL = Pattern.compile("list[A-Z]\\w*|newGuid|utcNow|getSecret");

    private static final Pattern TELLING = Pattern.compile(
            "key|secret|password|connectionstring|credential|token|sas(?![a-z])", Pattern.CASE_INSENSITIVE);

    /** Per type, what has to be written out, and how. */
    private static final Map<String, Map<String, String>> RULES = Map.of(
            "microsoft.storage/storageaccounts",
                    Map.of(
                            "kind", "StorageV2",
                            "properties.allowSharedKeyAccess", "false",
                            "properties.allowBlobPublicAccess", "false",
                            "properties.allowCrossTenantReplication", "false",
                            "properties.defaultToOAuthAuthentication", "true",
                            "properties.minimumTlsVersion", "TLS1_2",
                            "properties.supportsHttpsTrafficOnly", "true"),
            "microsoft.storage/storageaccounts/blobservices/containers", Map.of("properties.publicAccess", "None"),
            "microsoft.eventhub/namespaces",
                    Map.of("properties.disableLocalAuth", "true", "properties.minimumTlsVersion", "1.2"),
            "microsoft.insights/components", Map.of("properties.DisableLocalAuth", "true"),
            "microsoft.operationalinsights/workspaces", Map.of("properties.features.disableLocalAuth", "true"),
            "microsoft.web/sites",
                    Map.of(
                            "identity.type", "UserAssigned",
                            "properties.httpsOnly", "true",
                            "properties.siteConfig.minTlsVersion", "1.2",
                            "properties.siteConfig.scmMinTlsVersion", "1.2",
                            "properties.siteConfig.ftpsState", "Disabled",
                            "properties.functionAppConfig.deployment.storage.authentication.type",
                                    "UserAssignedIdentity"),
            "microsoft.web/sites/basicpublishingcredentialspolicies", Map.of("properties.allow", "false"),
            "microsoft.network/privatednszones/virtualnetworklinks", Map.of("properties.registrationEnabled", "false"));

    /** Types that are there to give out keys. */
    private static final Set<String> NEVER = Set.of("authorizationrules", "accesspolicies", "localusers");

    private final BicepFile file;
    private final List<Finding> findings = new ArrayList<>();

    private Posture(BicepFile file) {
        this.file = file;
    }

    public static List<Finding> check(BicepFile file) {
        Posture posture = new Posture(file);
        file.resources().stream().filter(resource -> !resource.existing()).forEach(posture::resource);
        posture.calls();
        posture.texts();
        file.outputs().forEach(posture::output);
        file.params().forEach(posture::param);
        return posture.findings;
    }

    private void add(int line, String problem) {
        findings.add(new Finding(file.name(), line, problem));
    }

    private void resource(Resource resource) {
        String type = resource.type().toLowerCase(Locale.ROOT);
        String last = type.substring(type.lastIndexOf('/') + 1);
        if (NEVER.contains(last)) {
            add(resource.line(), resource.symbol() + ": " + last + " give out keys (expected role assignments)");
        }
        Value body = resource.body() instanceof Loop loop ? loop.body() : resource.body();
        RULES.getOrDefault(type, Map.of()).forEach((path, wanted) -> {
            String found = at(body, path);
            if (!found.equals(wanted)) {
                add(resource.line(), resource.symbol() + "." + path + " is " + found + " (expected " + wanted + ")");
            }
        });
        if (type.equals("microsoft.authorization/roleassignments")) {
            roleAssignment(resource, body);
        }
    }

    /** What is written at a path, exactly: a rule that is kept under a condition is none. */
    private static String at(Value body, String path) {
        Optional<Value> value = Optional.of(body);
        for (String name : path.split("\\.", -1)) {
            value = value.filter(Obj.class::isInstance).flatMap(object -> ((Obj) object).get(name));
        }
        if (value.isEmpty()) {
            return "missing";
        }
        if (value.get() instanceof Text text) {
            return text.text();
        }
        return value.get() instanceof Plain plain ? plain.text() : "not written out";
    }

    /** The same name in each deployment, on something narrower than the group, for a kind of principal that is told. */
    private void roleAssignment(Resource resource, Value body) {
        Obj object = (Obj) body;
        if (!(object.get("name").orElse(body) instanceof Call name)
                || !name.name().equals("guid")
                || name.arguments().size() != 3) {
            add(resource.line(), resource.symbol() + ".name is not guid(scope, principal, role)");
        }
        if (object.get("scope").isEmpty()) {
            add(resource.line(), resource.symbol() + ".scope is missing: the role would be for the whole group");
        }
        if (at(body, "properties.principalType").equals("missing")) {
            add(resource.line(), resource.symbol() + ".properties.principalType is missing");
        }
    }

    private void calls() {
        file.root()
                .all()
                .filter(node -> node.is("identifier", "property_identifier")
                        && CALL.matcher(node.text()).matches())
                .forEach(node ->
                        add(node.line(), node.text() + " gives out a secret, or something else in each deployment"));
    }

    private void texts() {
        file.root()
                .all()
                .filter(node ->
                        node.is("string_content") && SECRET.matcher(node.text()).find())
                .forEach(node -> add(node.line(), "a text holds a key: " + node.text()));
    }

    private void output(Output output) {
        if (output.secure()
                || TELLING.matcher(output.name()).find()
                || TELLING.matcher(output.source()).find()) {
            add(output.line(), "output " + output.name() + " tells a secret");
        }
    }

    /** Wrong values have to fail, and people have to know what a parameter is for. */
    private void param(Param param) {
        Map<String, List<Value>> decorators = param.decorators();
        if (param.type().equals("int") && !decorators.containsKey("allowed") && !decorators.containsKey("minValue")) {
            add(param.line(), "param " + param.name() + " has no bounds");
        }
        if (param.type().equals("any")) {
            add(param.line(), "param " + param.name() + " takes anything");
        }
    }
}
