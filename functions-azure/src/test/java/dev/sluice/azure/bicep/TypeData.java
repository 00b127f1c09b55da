package dev.sluice.azure.bicep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The types of resources, one file each, made from those of Azure/bicep-types-az; README.md beside them says how. */
public final class TypeData {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, JsonNode> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private TypeData() {}

    public static TypeData in(Path folder) throws IOException {
        TypeData data = new TypeData();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    (Iterable<Path>) files.filter(name -> name.toString().endsWith(".json"))::iterator) {
                JsonNode type = JSON.readTree(file.toFile());
                data.types.put(type.get("resource").asText(), type);
            }
        }
        return data;
    }

    /** All that there are, such as {@code Microsoft.Web/sites@2024-04-01}. */
    public List<String> names() {
        return List.copyOf(types.keySet());
    }

    Optional<JsonNode> type(String typeAndVersion) {
        return Optional.ofNullable(types.get(typeAndVersion));
    }

    /** The name that is spelled most like this one. */
    static String nearest(String name, Iterable<String> names) {
        String best = "none";
        int least = Integer.MAX_VALUE;
        for (String candidate : names) {
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best;
    }

    /** Levenshtein's. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int changed = left.charAt(i - 1) == right.charAt(j - 1) ? diagonal : diagonal + 1;
                row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[right.length()];
    }
}
