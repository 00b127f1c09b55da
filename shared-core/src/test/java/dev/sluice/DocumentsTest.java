package dev.sluice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents name everything that a user can meet. */
class DocumentsTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "sluice");
    private static final Pattern CODE =
            Pattern.compile("\\b(?:MalformedMessageException|fault)\\(\\s*\"([a-z0-9_]+)\"");
    private static final Pattern SETTING = Pattern.compile("in\\.[a-z]+\\(\\s*\"(SLUICE_[A-Z_]+)\"");

    @Test
    void everyQuarantineCodeIsInTheFormats() throws IOException {
        Set<String> codes = found(CODE, SOURCES);
        String formats = Files.readString(Path.of("FORMATS.md"), UTF_8);

        assertThat(codes)
                .hasSizeGreaterThan(20)
                .allSatisfy(code -> assertThat(formats).contains("`" + code + "`"));
    }

    @Test
    void everySettingIsInTheReadme() throws IOException {
        Set<String> settings = found(SETTING, SOURCES.resolve("pipeline"));
        String readme = Files.readString(Path.of("..", "README.md"), UTF_8);

        assertThat(settings)
                .hasSizeGreaterThan(10)
                .allSatisfy(setting -> assertThat(readme).contains("`" + setting + "`"));
    }

    private static Set<String> found(Pattern pattern, Path folder) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher matcher = pattern.matcher(Files.readString(file, UTF_8));
                while (matcher.find()) {
                    found.add(matcher.group(1));
                }
            }
        }
        return found;
    }
}
