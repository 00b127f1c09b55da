package dev.sluice.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.ObjectInputStream;

/** What holds for the command line and for all it stands on, tests included. */
@AnalyzeClasses(packages = "dev.sluice")
class ArchitectureTest {
    @ArchTest
    static void theCoreIsLookedAtToo(JavaClasses classes) {
        assertThat(classes.contain("dev.sluice.cli.Sluice")).isTrue();
        assertThat(classes.contain("dev.sluice.pipeline.ChangePipeline")).isTrue();
    }

    /** DataWorks sends serialized Java objects (ddlMeta); reading one runs code of its sender's choice. */
    @ArchTest
    static final ArchRule nobodyReadsJavaObjects = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(ArchitectureTest.class.getName())
            .and()
            .doNotHaveFullyQualifiedName("dev.sluice.ArchitectureTest")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ObjectInputStream.class);
}
