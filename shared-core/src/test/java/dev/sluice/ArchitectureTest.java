package dev.sluice;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.AndFullName.Predicates.fullNameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.io.ObjectInputStream;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.random.RandomGenerator;

/** Who may know whom, and what the core never touches. */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ArchitectureTest.MainCode.class)
class ArchitectureTest {
    private static final String ARCHIVE = "dev.sluice.archive..";
    private static final String VERIFY = "dev.sluice.verify..";
    private static final String PIPELINE = "dev.sluice.pipeline..";
    private static final String DECODE = "dev.sluice.decode..";
    private static final String ASSEMBLE = "dev.sluice.assemble..";
    private static final String CHANGE = "dev.sluice.change..";
    private static final String TEXT = "dev.sluice.text..";
    private static final String NORMALIZE = "dev.sluice.normalize..";
    private static final String LAKE = "dev.sluice.lake..";
    private static final String EXPLAIN = "dev.sluice.explain..";
    private static final String STORE = "dev.sluice.store..";

    private static final String OURS = "dev.sluice..";
    private static final String TRAFFIC = "dev.sluice.traffic..";
    private static final String JDK = "java..";
    private static final String NULL_MARKS = "org.jspecify.annotations..";

    /** So that a renamed package cannot switch a rule off. */
    @ArchTest
    static void everyPackageNamedHereHasClasses(JavaClasses classes) {
        assertThat(List.of(
                        VERIFY, ARCHIVE, PIPELINE, DECODE, ASSEMBLE, CHANGE, TEXT, NORMALIZE, LAKE, EXPLAIN, STORE,
                        TRAFFIC))
                .allSatisfy(packageName -> assertThat(classes)
                        .as(packageName)
                        .anyMatch(type -> resideInAPackage(packageName).test(type)
                                && !type.getSimpleName().equals("package-info")));
    }

    // Who knows whom.

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.sluice.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyThePipelineKnowsTheDecoders = noClasses()
            .that()
            .resideOutsideOfPackages(DECODE, PIPELINE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(DECODE);

    @ArchTest
    static final ArchRule onlyDecodersReadTheWire = classes()
            .that()
            .haveFullyQualifiedName("dev.sluice.decode.JsonCursor")
            .should()
            .onlyHaveDependentClassesThat()
            .resideInAPackage(DECODE);

    @ArchTest
    static final ArchRule textKnowsNobody =
            classesIn(TEXT).should().onlyDependOnClassesThat().resideInAnyPackage(TEXT, JDK, NULL_MARKS);

    @ArchTest
    static final ArchRule changeKnowsOnlyText =
            classesIn(CHANGE).should().onlyDependOnClassesThat().resideInAnyPackage(CHANGE, TEXT, JDK, NULL_MARKS);

    @ArchTest
    static final ArchRule normalizeKnowsOnlyChangeAndText = classesIn(NORMALIZE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(NORMALIZE, CHANGE, TEXT, JDK, NULL_MARKS);

    @ArchTest
    static final ArchRule storeKnowsOnlyTextOfOurs = classesIn(STORE)
            .should()
            .onlyDependOnClassesThat(
                    resideOutsideOfPackage(OURS).or(resideInAPackage(STORE)).or(resideInAPackage(TEXT)));

    /** It stands above the pipeline, as handlers do; that nobody here stands above it follows from no cycles. */
    @ArchTest
    static final ArchRule archiveKnowsContainersAndNotWhatMessagesMean = classesIn(ARCHIVE)
            .should()
            .onlyDependOnClassesThat(resideOutsideOfPackage(OURS)
                    .or(resideInAPackage(ARCHIVE))
                    .or(resideInAPackage(PIPELINE))
                    .or(resideInAPackage(LAKE))
                    .or(resideInAPackage(STORE))
                    .or(resideInAPackage(TEXT)));

    /** Only the command line stands above it. */
    @ArchTest
    static final ArchRule nobodyKnowsWhoVerifies = noClasses()
            .that()
            .resideOutsideOfPackage(VERIFY)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(VERIFY);

    @ArchTest
    static final ArchRule coreKnowsNoCloud = noCoreClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.azure..", "com.microsoft..", "software.amazon..", "com.amazonaws..");

    // Same bytes, same line, for ever.

    @ArchTest
    static final ArchRule normalizeTouchesNothingOutside = noClassesIn(NORMALIZE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio.channels..", "java.nio.file..", "java.net..");

    @ArchTest
    static final ArchRule normalizeHasNoClockLocaleOrRandomness = noClassesIn(NORMALIZE)
            .should()
            .dependOnClassesThat(belongToAnyOf(
                            Calendar.class, Clock.class, Date.class, InstantSource.class, Locale.class, TimeZone.class)
                    .or(assignableTo(RandomGenerator.class))
                    .or(resideInAPackage("java.text..")))
            .orShould()
            .accessTargetWhere(anyOf(
                    "java.lang.System.(?!arraycopy).*",
                    "java.lang.(Strict)?Math.random.*",
                    "java.time..*.now[(].*",
                    "java.time.ZoneId.systemDefault.*",
                    "java.util.UUID.randomUUID.*"));

    @ArchTest
    static final ArchRule coreNeverUsesTheDefaultLocale = noCoreClasses()
            .should()
            .accessTargetWhere(anyOf(
                    "java.lang.String.to(Lower|Upper)Case[(][)]",
                    "java.lang.String.(format|formatted)[(](?!java.util.Locale).*",
                    "java.io.Print(Stream|Writer).(format|printf)[(](?!java.util.Locale).*",
                    "java.text..*Format.*",
                    "java.time.format.DateTimeFormatter.ofPattern[(]java.lang.String[)]",
                    "java.time.format.DateTimeFormatterBuilder.toFormatter[(][)]",
                    "java.util.Formatter.<init>.*(?<!java.util.Locale)[)]",
                    "java.util.Locale.getDefault.*"));

    // Nothing leaves or enters by a back door.

    @ArchTest
    static final ArchRule coreDoesNotPrint = noCoreClasses().should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule nobodyReadsJavaObjects =
            noClasses().should().dependOnClassesThat().areAssignableTo(ObjectInputStream.class);

    private static GivenClassesConjunction classesIn(String packageName) {
        return classes().that().resideInAPackage(packageName);
    }

    private static GivenClassesConjunction noClassesIn(String packageName) {
        return noClasses().that().resideInAPackage(packageName);
    }

    private static GivenClassesConjunction noCoreClasses() {
        return noClasses().that().resideOutsideOfPackage(TRAFFIC);
    }

    /** Calls, field reads and method references alike; a member is written {@code package.Class.name(parameter types)}. */
    private static DescribedPredicate<JavaAccess<?>> anyOf(String... memberPatterns) {
        return target(fullNameMatching(String.join("|", memberPatterns)));
    }

    static final class MainCode implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }
}
