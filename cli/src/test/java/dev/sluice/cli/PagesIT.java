package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.CesMessage;
import dev.sluice.LakeFixture;
import dev.sluice.lake.StreamPartition;
import dev.sluice.pipeline.Delivery;
import dev.sluice.servers.Browser;
import dev.sluice.store.FileObjectStore;
import dev.sluice.text.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages as a browser shows them: light, dark, on a telephone, on paper. Axe judges what keeps people out. */
class PagesIT {
    private static final Path SCREENSHOTS = Path.of("target", "pages");

    @TempDir
    static Path folder;

    /** What the browser saw, page by page and view by view. */
    private static final List<JsonNode> SEEN = new ArrayList<>();

    @BeforeAll
    static void pagesAreWrittenAndLookedAt() throws Exception {
        BusyLake.in(folder);
        List<String> pages = new ArrayList<>();
        pages.add(page("status", "lake", "state"));
        pages.add(page("verify", "lake", "state", "captured"));
        hostile();
        pages.add(page("status", "hostile", "hostile-state"));
        Path looked = folder.resolve("looked");
        JsonNode told = Cli.json(Browser.look(
                looked, pages.stream().map(name -> folder.resolve(name)).toList()));
        told.get("seen").forEach(SEEN::add);
        Files.createDirectories(SCREENSHOTS);
        try (var files = Files.list(looked)) {
            for (Path file : files.filter(name -> name.toString().matches(".*\\.(png|pdf)"))
                    .toList()) {
                Files.write(SCREENSHOTS.resolve(file.getFileName().toString()), Files.readAllBytes(file));
            }
        }
    }

    private static String page(String command, String lake, String state, String... more) {
        String name = command + "-" + lake + ".html";
        List<String> all = new ArrayList<>(List.of(command, "--lake", lake, "--state", state, "--html", name));
        all.addAll(List.of(more));
        new Cli(folder).run(all.toArray(String[]::new));
        return name;
    }

    private static void hostile() throws IOException {
        String name = "</title></style><script>alert(1)</script><img src='http://127.0.0.1:9/x' onerror='alert(2)'>";
        byte[] body = CesMessage.insert()
                .table("<svg onload=alert(3)>", "\"><link rel=stylesheet href=http://127.0.0.1:9/y>", name)
                .column("Id", "int")
                .key("Id", "1")
                .current("{\"Id\":\"1\"}")
                .body();
        try (LakeFixture lake = new LakeFixture(
                new FileObjectStore(folder.resolve("hostile")), new FileObjectStore(folder.resolve("hostile-state")))) {
            long now = Instant.now().toEpochMilli();
            lake.process(new StreamPartition(name, 0, "namespace/hub"), List.of(new Delivery(7, Slice.of(body), now)));
            lake.process(new StreamPartition(name, 0, "namespace/hub"), List.of(new Delivery(9, null, now)));
        }
    }

    private static String name(JsonNode seen) {
        return seen.get("page").asText() + " " + seen.get("view").asText();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void eachPageIsLookedAtInEachView() {
        Set<String> pages = new LinkedHashSet<>();
        SEEN.forEach(seen -> pages.add(seen.get("page").asText()));
        assertThat(pages).containsExactly("status-lake.html", "verify-lake.html", "status-hostile.html");
        assertThat(SEEN).hasSize(15);
    }

    @Test
    void nothingIsAskedOfAnyNetworkAndNothingGoesWrong() {
        assertThat(SEEN).isNotEmpty().allSatisfy(seen -> {
            assertThat(texts(seen.get("requests")))
                    .as(name(seen))
                    .containsExactly(seen.get("url").asText());
            assertThat(texts(seen.get("messages"))).as(name(seen)).isEmpty();
            assertThat(seen.get("scripts").asInt()).as(name(seen)).isZero();
        });
    }

    @Test
    void nobodyIsKeptOut() {
        assertThat(SEEN)
                .isNotEmpty()
                .allSatisfy(seen ->
                        assertThat(texts(seen.get("barriers"))).as(name(seen)).isEmpty());
    }

    /** Tables scroll by themselves; the page does not. */
    @Test
    void aPageIsAsWideAsItsWindow() {
        assertThat(SEEN)
                .isNotEmpty()
                .allSatisfy(seen -> assertThat(seen.get("needed").asInt())
                        .as(name(seen))
                        .isEqualTo(seen.get("width").asInt()));
    }

    @Test
    void aPageIsLightOrDarkAsItsReaderWantsAndWhiteOnPaper() throws IOException {
        assertThat(SEEN).isNotEmpty().allSatisfy(seen -> {
            int brightness = Pattern.compile("\\d+")
                    .matcher(seen.get("background").asText())
                    .results()
                    .map(MatchResult::group)
                    .mapToInt(Integer::parseInt)
                    .sum();
            String view = seen.get("view").asText();
            if (view.equals("print")) {
                assertThat(brightness).as(name(seen)).isEqualTo(3 * 255);
            } else if (view.endsWith("dark")) {
                assertThat(brightness).as(name(seen)).isLessThan(100);
            } else {
                assertThat(brightness).as(name(seen)).isGreaterThan(700);
            }
        });
        assertThat(SCREENSHOTS.resolve("status-lake-print.pdf"))
                .content(ISO_8859_1)
                .startsWith("%PDF-");
    }

    /** What the page says, the browser shows; that it is what the JSON says, other tests see. */
    @Test
    void theBrowserShowsTheTablesOfThePage() {
        assertThat(SEEN).isNotEmpty().allSatisfy(seen -> {
            PageFile page = PageFile.read(folder.resolve(seen.get("page").asText()));
            assertThat(seen.get("said").asText()).isEqualTo(page.texts("//h1").get(0));
            List<String> ids = page.all("//table").stream()
                    .map(table -> table.getAttribute("id"))
                    .toList();
            assertThat(ids)
                    .as(name(seen))
                    .hasSizeGreaterThan(2)
                    .hasSize(seen.get("tables").size());
            for (String id : ids) {
                List<List<String>> rows = new ArrayList<>();
                seen.get("tables").required(id).forEach(row -> rows.add(texts(row)));
                assertThat(rows).as(name(seen) + " " + id).isEqualTo(page.table(id));
            }
        });
    }
}
