package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.FunctionZip;
import dev.sluice.aws.RuntimeApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes that can be made from the zip, for the JDK of the build, is one that the function starts with. */
class ClassArchiveIT {
    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void aFunctionStartsWithItsArchive() throws Exception {
        FunctionZip.unpack(folder.resolve("zip"));
        LambdaProcess.Launch launch = new LambdaProcess.Launch(
                LambdaProcess.ownJava(), LambdaProcess.runtime(), folder.resolve("zip"), KafkaHandler.class.getName());
        try (StandInS3 s3 = new StandInS3()) {
            List<String> events = ClassArchive.events();
            ClassArchive archive = ClassArchive.of(launch, s3.settings(), events, folder);
            assertThat(Files.readString(archive.arguments()))
                    .contains(archive.option())
                    .contains("-cp " + launch.classPath());

            Path loaded = folder.resolve("loaded.log");
            List<String> options = new ArrayList<>(archive.strict());
            options.add("-Xlog:class+load:file=" + loaded);
            try (LambdaProcess function =
                    LambdaProcess.start(launch, s3.settings(), options, folder.resolve("function.log"))) {
                String another = events.get(1).replace("\"offset\": 1016", "\"offset\": 1017");
                assertThat(function.call(another)).isEqualTo(new Answer(false, "{\"batchItemFailures\":[]}"));
            }
            List<String> classes = Files.readAllLines(loaded);
            assertThat(classes)
                    .filteredOn(line -> line.contains(" dev.sluice.") && !line.contains("Lambda"))
                    .hasSizeGreaterThan(150)
                    .allSatisfy(line -> assertThat(line).contains("source: shared objects file"));
            assertThat(classes)
                    .filteredOn(line -> line.contains(" software.amazon.awssdk.services.s3.")
                            && line.contains("source: shared objects file"))
                    .hasSizeGreaterThan(100);
        }
    }
}
