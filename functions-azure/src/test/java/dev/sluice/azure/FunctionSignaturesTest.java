package dev.sluice.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the Java worker binds without harm: every other type loses digits, fails late, or is not there on older hosts. */
class FunctionSignaturesTest {
    private static final List<Class<?>> FUNCTIONS = List.of(
            ChangeFeed.class,
            KafkaChangeFeed.class,
            SweepTimer.class,
            ReplayEndpoint.class,
            ReplayStatusEndpoint.class,
            ReplayQueueWorker.class,
            ReplayPoison.class);
    private static final Set<String> TYPES = Set.of(
            "java.util.List<byte[]>",
            "java.util.List<java.lang.Long>",
            "java.util.List<java.lang.String>",
            "java.lang.String",
            "com.microsoft.azure.functions.HttpRequestMessage<java.util.Optional<java.lang.String>>",
            "com.microsoft.azure.functions.OutputBinding<java.util.List<dev.sluice.azure.ReplayMessage>>",
            "com.microsoft.azure.functions.ExecutionContext");
    /** Those that the host always has. */
    private static final Set<String> METADATA = Set.of(
            "PartitionContext",
            "SystemPropertiesArray",
            "SequenceNumberArray",
            "EnqueuedTimeUtcArray",
            "TopicArray",
            "PartitionArray",
            "OffsetArray",
            "TimestampArray",
            "id");

    @Test
    void everyParameterHasATypeThatIsBoundSafely() {
        int parameters = 0;
        for (Class<?> function : FUNCTIONS) {
            for (Parameter parameter : run(function).getParameters()) {
                assertThat(parameter.getParameterizedType().getTypeName()).isIn(TYPES);
                BindingName name = parameter.getAnnotation(BindingName.class);
                if (name != null) {
                    assertThat(name.value()).isIn(METADATA);
                }
                parameters++;
            }
        }
        assertThat(parameters).isEqualTo(24);
    }

    @Test
    void noTwoFunctionsDifferByLetterCaseOnly() {
        Set<String> names = new HashSet<>();
        for (Class<?> function : FUNCTIONS) {
            assertThat(names.add(run(function)
                            .getAnnotation(FunctionName.class)
                            .value()
                            .toLowerCase(Locale.ROOT)))
                    .isTrue();
        }
    }

    /** The worker refuses overloaded names, and makes a new object for each call. */
    private static Method run(Class<?> function) {
        List<Method> methods = Arrays.stream(function.getDeclaredMethods())
                .filter(method -> method.getName().equals("run"))
                .toList();
        assertThat(methods).hasSize(1);
        assertThat(function.getDeclaredFields()).isEmpty();
        return methods.get(0);
    }
}
