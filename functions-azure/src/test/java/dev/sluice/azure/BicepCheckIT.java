package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.azure.bicep.BicepFile;
import dev.sluice.azure.bicep.Finding;
import dev.sluice.azure.bicep.Form;
import dev.sluice.azure.bicep.Posture;
import dev.sluice.azure.bicep.References;
import dev.sluice.azure.bicep.TypeCheck;
import dev.sluice.azure.bicep.TypeData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check itself: each kind of fault is seen, and what is right is left alone. */
class BicepCheckIT {
    private static TypeData types;

    @TempDir
    private Path folder;

    @BeforeAll
    static void readTypes() throws Exception {
        types = TypeData.in(Infra.TYPES);
    }

    private BicepFile read(String bicep) throws Exception {
        Path file = folder.resolve("x.bicep");
        Files.writeString(file, bicep, StandardCharsets.UTF_8);
        return BicepFile.read(List.of(file)).get(0);
    }

    private List<String> typed(String bicep) throws Exception {
        TypeCheck check = new TypeCheck(types);
        BicepFile file = read(bicep);
        assertThat(Form.check(file)).isEmpty();
        check.check(file);
        return check.findings().stream().map(Finding::problem).toList();
    }

    private List<String> posture(String bicep) throws Exception {
        BicepFile file = read(bicep);
        assertThat(Form.check(file)).isEmpty();
        return Posture.check(file).stream().map(Finding::problem).toList();
    }

    private static String queue(String body) {
        return "resource q 'Microsoft.Storage/storageAccounts/queueServices/queues@2023-05-01' = {\n" + body + "\n}\n";
    }

    private static String account(String properties) {
        return "resource a 'Microsoft.Storage/storageAccounts@2023-05-01' = {\n  name: 'x'\n  location: 'x'\n"
                + "  kind: 'StorageV2'\n  sku: {\n    name: 'Standard_LRS'\n  }\n  properties: {\n" + properties
                + "\n  }\n}\n";
    }

    private static final String SAFE = """
                accessTier: 'Hot'
                allowSharedKeyAccess: false
                allowBlobPublicAccess: false
                allowCrossTenantReplication: false
                defaultToOAuthAuthentication: true
                minimumTlsVersion: 'TLS1_2'
                supportsHttpsTrafficOnly: true""";

    @Test
    void whatIsRightIsLeftAlone() throws Exception {
        assertThat(typed(account(SAFE))).isEmpty();
        assertThat(posture(account(SAFE))).isEmpty();
        assertThat(typed(queue(
                        "  name: 'steps'\n  parent: p\n  properties: {\n    metadata: {\n      any: 'x'\n    }\n  }")))
                .isEmpty();
    }

    @Test
    void whatIsNoBicepIsToldWithItsLine() throws Exception {
        assertThat(Form.check(read("param x string\nresource y = {\n")))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.line()).isBetween(1, 3));
        assertThat(Form.check(read("var x = {\n  a: 1\n"))).isNotEmpty();
        assertThat(Form.check(read("var x = [\n  'a'\n]\n"))).isEmpty();
    }

    @Test
    void aNameThatIsNotKnownIsToldWithTheNearest() throws Exception {
        assertThat(typed(account(SAFE.replace("minimumTlsVersion", "minimumTLSVersion"))))
                .containsExactly("a.properties.minimumTLSVersion is not known (did you mean 'minimumTlsVersion'?)");
        assertThat(typed(queue("  name: 'steps'\n  tags: {}")))
                .containsExactly("q.tags is not known (did you mean 'name'?)");
    }

    @Test
    void aValueThatAnEnumLacksIsTold() throws Exception {
        assertThat(typed(account(SAFE.replace("TLS1_2", "TLS12"))))
                .containsExactly(
                        "a.properties.minimumTlsVersion is 'TLS12' (expected one of TLS1_0, TLS1_1, TLS1_2, TLS1_3)");
    }

    @Test
    void bothBranchesVariablesDefaultsAndLoopsAreFollowed() throws Exception {
        assertThat(typed("var tier = 'Hott'\n" + account(SAFE.replace("'Hot'", "flag ? tier : 'Warm'"))))
                .hasSize(2)
                .anyMatch(problem -> problem.contains("'Hott'"))
                .anyMatch(problem -> problem.contains("'Warm'"));
        assertThat(typed("@allowed(['Hot', 'Tepid'])\nparam tier string = 'Cold'\n"
                        + account(SAFE.replace("'Hot'", "tier"))))
                .hasSize(1)
                .allMatch(problem -> problem.contains("'Tepid'"));
        assertThat(typed("var all = [\n  {\n    tier: 'Warm'\n  }\n]\n"
                        + account(SAFE.replace("'Hot'", "one.tier"))
                                .replace("= {\n  name: 'x'", "= [for one in all: {\n  name: 'x'")
                                .replaceFirst("}\n$", "}]\n")))
                .hasSize(1)
                .allMatch(problem -> problem.contains("'Warm'"));
        assertThat(typed(account("networkAcls: union({\n    defaultAction: 'Maybe'\n  }, x)")))
                .hasSize(1)
                .allMatch(problem -> problem.contains("'Maybe'"));
    }

    @Test
    void whatHasToBeThereAndIsNotIsTold() throws Exception {
        assertThat(typed(account(SAFE).replace("  kind: 'StorageV2'\n", ""))).containsExactly("a.kind is missing");
        assertThat(typed(account("networkAcls: {\n    bypass: 'None'\n  }")))
                .containsExactly("a.properties.networkAcls.defaultAction is missing");
        assertThat(typed(account("networkAcls: union({\n    bypass: 'None'\n  }, x)")))
                .isEmpty();
    }

    @Test
    void aValueOfAnotherKindIsTold() throws Exception {
        assertThat(typed(account(SAFE.replace("allowSharedKeyAccess: false", "allowSharedKeyAccess: 'false'"))))
                .containsExactly("a.properties.allowSharedKeyAccess is of type string (expected bool)");
        assertThat(typed("""
                resource s 'Microsoft.Web/sites/config@2024-04-01' = {
                  name: 'appsettings'
                  properties: {
                    A: 'x'
                    B: true
                  }
                }
                """)).containsExactly("s.properties.B is of type bool (expected string)");
    }

    @Test
    void whatAzureSetsCannotBeWritten() throws Exception {
        assertThat(typed(account("primaryLocation: 'x'")))
                .containsExactly("a.properties.primaryLocation is set by Azure, and cannot be written");
    }

    @Test
    void whatIsReadHasToExist() throws Exception {
        assertThat(typed(account(SAFE) + "output blobs string = a.properties.primaryEndpoints.blob\n"))
                .isEmpty();
        assertThat(typed(account(SAFE) + "output blobs string = a.properties.primaryEndpoint.blob\n"))
                .containsExactly(
                        "a.properties.primaryEndpoint.blob does not exist (did you mean 'primaryEndpoints'?)",
                        "a.properties.primaryEndpoint does not exist (did you mean 'primaryEndpoints'?)");
    }

    @Test
    void namesThatAreNotDeclaredOrNotUsedAreTold() throws Exception {
        assertThat(references("param count int = 1\nvar twice = count * 2\noutput x int = twice\n"))
                .isEmpty();
        assertThat(references("param count int = 1\nvar twice = cuont * 2\noutput x int = twice\n"))
                .containsExactly("cuont is not declared (did you mean 'count'?)", "param count is not used");
        assertThat(references("var a = filter([], one => !empty(one))\noutput x array = a\n"))
                .isEmpty();
        assertThat(references("var a = tolower('X')\noutput x string = a\n"))
                .containsExactly("tolower() is no function that is known here");
    }

    private List<String> references(String bicep) throws Exception {
        BicepFile file = read(bicep);
        return References.check(file, List.of(file)).stream()
                .map(Finding::problem)
                .toList();
    }

    @Test
    void aModuleGetsWhatItTakesAndHasWhatIsReadOfIt() throws Exception {
        Path module = folder.resolve("module.bicep");
        Files.writeString(
                module,
                "param days int\nparam text string = 'x'\noutput both string = '${days}${text}'\n",
                StandardCharsets.UTF_8);
        String main = """
                module m 'module.bicep' = {
                  name: 'm'
                  params: {
                    days: 3
                  }
                }
                output all string = m.outputs.both
                """;

        assertThat(modules(main, module)).isEmpty();
        assertThat(modules(main.replace("days: 3", "day: 3"), module))
                .containsExactly("m takes no 'day' (did you mean 'days'?)", "m needs 'days'");
        assertThat(modules(main.replace("outputs.both", "outputs.bot"), module))
                .containsExactly("m has no output 'bot' (did you mean 'both'?)");
        assertThat(modules(main.replace("module.bicep", "modul.bicep"), module))
                .containsExactly("there is no file modul.bicep");
    }

    private List<String> modules(String main, Path module) throws Exception {
        Path file = folder.resolve("main.bicep");
        Files.writeString(file, main, StandardCharsets.UTF_8);
        List<BicepFile> files = BicepFile.read(List.of(file, module));
        return References.check(files.get(0), files).stream()
                .map(Finding::problem)
                .toList();
    }

    @Test
    void aVariantIsChosenByItsName() throws Exception {
        String alert = """
                resource m 'Microsoft.Insights/metricAlerts@2018-03-01' = {
                  name: 'x'
                  location: 'global'
                  properties: {
                    severity: 1
                    enabled: true
                    scopes: []
                    evaluationFrequency: 'PT5M'
                    windowSize: 'PT5M'
                    criteria: {
                      KIND
                      componentId: 'x'
                    }
                  }
                }
                """;

        assertThat(typed(alert.replace(
                        "KIND", "'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'")))
                .hasSize(1)
                .allMatch(problem -> problem.contains("componentId is not known"));
        assertThat(typed(alert.replace("KIND", "'odata.type': 'Microsoft.Azure.Monitor.Other'")))
                .hasSize(1)
                .allMatch(problem -> problem.contains("expected one of Microsoft.Azure.Monitor.Multiple"));
        assertThat(typed(alert.replace("      KIND\n", "")))
                .containsExactly("m.properties.criteria.odata.type is missing: it tells what the rest may be");
    }

    @Test
    void anotherVersionIsNotCheckedAndSaysSo() throws Exception {
        TypeCheck check = new TypeCheck(types);
        check.check(read(account(SAFE).replace("2023-05-01", "2019-01-01")));

        assertThat(check.findings()).isEmpty();
        assertThat(check.unchecked()).containsExactly("Microsoft.Storage/storageAccounts@2019-01-01");
    }

    @Test
    void keysAndOpenDoorsAreTold() throws Exception {
        assertThat(posture(account(SAFE.replace("allowSharedKeyAccess: false", "allowSharedKeyAccess: true"))))
                .containsExactly("a.properties.allowSharedKeyAccess is true (expected false)");
        assertThat(posture(account(SAFE.replace("allowSharedKeyAccess: false\n", ""))))
                .as("the platform's default is no promise")
                .containsExactly("a.properties.allowSharedKeyAccess is missing (expected false)");
        assertThat(posture(account(
                        SAFE.replace("allowSharedKeyAccess: false", "allowSharedKeyAccess: flag ? true : false"))))
                .as("and a condition is none either")
                .containsExactly("a.properties.allowSharedKeyAccess is not written out (expected false)");
        String namespace = """
                resource n 'Microsoft.EventHub/namespaces@2024-01-01' = {
                  name: 'x'
                  properties: {
                    minimumTlsVersion: '1.2'
                    disableLocalAuth: true
                  }
                }
                """;
        assertThat(posture(namespace)).isEmpty();
        assertThat(posture(namespace.replace("disableLocalAuth: true", "disableLocalAuth: false")))
                .containsExactly("n.properties.disableLocalAuth is false (expected true)");
        assertThat(posture(namespace.replace("'1.2'", "'1.0'")))
                .containsExactly("n.properties.minimumTlsVersion is 1.0 (expected 1.2)");
        assertThat(posture("""
                resource k 'Microsoft.EventHub/namespaces/authorizationRules@2024-01-01' = {
                  name: 'x'
                }
                """)).containsExactly("k: authorizationrules give out keys (expected role assignments)");
    }

    @Test
    void secretsAreTold() throws Exception {
        assertThat(posture("output k string = a.listKeys().keys[0].value\n")).hasSize(2);
        assertThat(posture("@secure()\noutput k string = x\n")).containsExactly("output k tells a secret");
        assertThat(posture("output insights string = i.properties.ConnectionString\n"))
                .hasSize(1);
        assertThat(posture("var c = 'DefaultEndpointsProtocol=https;AccountKey=${x}'\n"))
                .hasSize(1);
        assertThat(posture("param id string = newGuid()\n")).hasSize(1);
    }

    @Test
    void rolesAreNarrowAndNamedTheSameEachTime() throws Exception {
        String role = """
                resource r 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
                  name: guid(a.id, p, x)
                  scope: a
                  properties: {
                    principalId: p
                    principalType: 'ServicePrincipal'
                    roleDefinitionId: x
                  }
                }
                """;

        assertThat(posture(role)).isEmpty();
        assertThat(posture(role.replace("  scope: a\n", ""))).hasSize(1);
        assertThat(posture(role.replace("guid(a.id, p, x)", "'x'"))).hasSize(1);
        assertThat(posture(role.replace("    principalType: 'ServicePrincipal'\n", "")))
                .hasSize(1);
    }

    @Test
    void aNumberWithoutBoundsIsTold() throws Exception {
        assertThat(posture("param days int = 3\n")).containsExactly("param days has no bounds");
        assertThat(posture("@minValue(1)\n@maxValue(9)\nparam days int = 3\n")).isEmpty();
    }
}
