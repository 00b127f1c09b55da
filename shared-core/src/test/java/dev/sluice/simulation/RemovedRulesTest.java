package dev.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulation.RewrittenClasses.Edit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each rule of the protocol is needed: without it, the simulation finds a lake that is not right. Runs are cut to four
 * records here, so that the reach of an object matters in logs of a dozen.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class RemovedRulesTest {
    private static final int SEEDS_WITH_ALL_RULES = 1500;
    private static final int SEEDS = 20_000;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void cutRunsToFour() throws IOException {
        RewrittenClasses.compile(
                List.of(new Edit("lake/LakeWriter.java", "MAX_RUN = 10_000;", "MAX_RUN = 4;")),
                RewrittenClasses.files("lake", "assemble", "pipeline"),
                List.of(),
                folder.resolve("all"));
    }

    /** The first seed with which something is wrong, -1 if there is none. */
    private static long firstViolation(List<Path> classes, long from, long seeds) throws Exception {
        Class<?> simulation = new RewrittenClasses(classes).loadClass(Simulation.class.getName());
        try (AutoCloseable closed = (AutoCloseable) simulation.getConstructor().newInstance()) {
            LongFunction<?> violation = (LongFunction<?>) closed;
            for (long seed = from; seed < from + seeds; seed++) {
                if (violation.apply(seed) != null) {
                    return seed;
                }
            }
        }
        return -1;
    }

    @Test
    void withAllRulesNothingIsWrong() throws Exception {
        assertThat(firstViolation(List.of(folder.resolve("all")), 0, SEEDS_WITH_ALL_RULES))
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    void withoutOneSomethingIs(RemovedRule rule) throws Exception {
        Path all = folder.resolve("all");
        Path changed = folder.resolve(rule.name());
        RewrittenClasses.compile(rule.edits, List.of(), List.of(all), changed);

        long found = firstViolation(List.of(changed, all), rule.from, SEEDS);

        assertThat(found).as("a seed that misses the rule").isNotEqualTo(-1);
        assertThat(firstViolation(List.of(all), found, 1)).as("with all rules").isEqualTo(-1);
    }
}
