package dev.sluice.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Chromium without a window, which npm brings: what a reader of a page sees. */
public final class Browser {
    private static final int MINUTES = 15;

    private Browser() {}

    /**
     * Looks at pages: light, dark, on a telephone and on paper. Puts screenshots and PDFs into the folder.
     *
     * @return what {@code look.mjs} tells, as JSON
     */
    public static String look(Path folder, List<Path> pages) throws IOException, InterruptedException {
        Path modules = ServerFiles.nodeModules();
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(
                List.of("node", modules.resolveSibling("look.mjs").toString(), folder.toString()));
        pages.forEach(page -> command.add(page.toString()));
        Path seen = folder.resolve("seen.json");
        Path log = folder.resolve("browser.log");
        Process node = new ProcessBuilder(command)
                .redirectOutput(seen.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            if (!node.waitFor(MINUTES, TimeUnit.MINUTES)) {
                throw new IOException("the browser took longer than " + MINUTES + " minutes");
            }
        } finally {
            node.descendants().forEach(ProcessHandle::destroyForcibly);
            node.destroyForcibly();
        }
        if (node.exitValue() != 0) {
            throw new IOException("the browser failed:\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
        return Files.readString(seen, StandardCharsets.UTF_8);
    }
}
