package dev.sluice.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes that CES sends in pieces. */
class PiecesTest {
    private static final TrafficOptions SPLIT =
            TrafficOptions.plain().withEvents(1_500).withSplitShare(0.3);

    @ParameterizedTest
    @EnumSource
    void thePiecesJoinedAreTheDataOfTheWholeEvent(CesGeneration generation) throws IOException {
        TrafficOptions options = SPLIT.withGenerations(generation);
        Map<String, String> whole = new LinkedHashMap<>();
        for (Generated generated : CesTraffic.seeded(31).with(options.withSplitShare(0))) {
            JsonNode envelope = envelope(generated);
            whole.put(
                    envelope.get("logicalid").textValue(), envelope.get("data").textValue());
        }
        Map<String, List<JsonNode>> events = events(31, options);

        assertThat(events).containsOnlyKeys(whole.keySet());
        events.forEach((logicalId, pieces) -> {
            StringBuilder joined = new StringBuilder();
            byIndex(pieces)
                    .values()
                    .forEach(piece -> joined.append(piece.get("data").textValue()));
            assertThat(joined).asString().isEqualTo(whole.get(logicalId));
        });
        assertThat(events.values().stream().filter(pieces -> pieces.size() > 1).count())
                .isBetween(380L, 520L);
    }

    @Test
    void theIndexesCountAndTheLastPieceSaysSo() throws IOException {
        for (CesGeneration generation : CesGeneration.values()) {
            for (List<JsonNode> pieces :
                    events(32, SPLIT.withGenerations(generation)).values()) {
                List<JsonNode> sorted = List.copyOf(byIndex(pieces).values());
                for (int i = 0; i < sorted.size(); i++) {
                    JsonNode piece = sorted.get(i);
                    boolean last = i == sorted.size() - 1;
                    switch (generation) {
                        case A ->
                            assertThat(piece.get("splittotalcnt").intValue())
                                    .isEqualTo(sorted.size() == 1 ? 0 : sorted.size());
                        case B ->
                            assertThat(piece.get("segmentindex").intValue()).isEqualTo(i + 1);
                        case C ->
                            assertThat(piece.get("segmentindex").intValue()).isEqualTo(i);
                    }
                    if (generation != CesGeneration.A) {
                        assertThat(piece.get("finalsegment").booleanValue()).isEqualTo(last);
                    }
                }
            }
        }
    }

    @Test
    void theFirstPieceStandsForTheChange() throws IOException {
        int pieces = 0;
        for (Generated generated : CesTraffic.seeded(33).with(SPLIT)) {
            int index = envelope(generated).get("segmentindex").intValue();
            assertThat(generated.kind()).isEqualTo(index == 0 ? Kind.CHANGE : Kind.PIECE);
            assertThat(generated.row() != null).isEqualTo(index == 0);
            pieces += index > 0 ? 1 : 0;
        }
        assertThat(pieces).isGreaterThan(500);
    }

    @Test
    void piecesComeInAnyOrderOnAnyPartitionAndSomeTwiceWithAnotherId() throws IOException {
        boolean shuffled = false;
        boolean twice = false;
        Set<String> ids = new HashSet<>();
        for (List<JsonNode> pieces : events(34, SPLIT).values()) {
            List<Integer> order = pieces.stream()
                    .map(piece -> piece.get("segmentindex").intValue())
                    .toList();
            List<Integer> distinct = order.stream().distinct().toList();
            shuffled |= !distinct.stream().sorted().toList().equals(distinct);
            twice |= distinct.size() < order.size();
            pieces.forEach(
                    piece -> assertThat(ids.add(piece.get("id").textValue())).isTrue());
        }
        assertThat(shuffled).isTrue();
        assertThat(twice).isTrue();
        assertThat(CesTraffic.seeded(34).with(SPLIT).stream()
                        .filter(generated -> generated.kind() == Kind.PIECE)
                        .map(generated -> generated.message().partition())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    /** By logicalid, in the order of the stream. */
    private static Map<String, List<JsonNode>> events(long seed, TrafficOptions options) throws IOException {
        Map<String, List<JsonNode>> events = new LinkedHashMap<>();
        for (Generated generated : CesTraffic.seeded(seed).with(options)) {
            JsonNode envelope = envelope(generated);
            events.computeIfAbsent(envelope.get("logicalid").textValue(), id -> new ArrayList<>())
                    .add(envelope);
        }
        return events;
    }

    private static Map<Integer, JsonNode> byIndex(List<JsonNode> pieces) {
        Map<Integer, JsonNode> byIndex = new TreeMap<>();
        for (JsonNode piece : pieces) {
            JsonNode index = piece.has("splitindex") ? piece.get("splitindex") : piece.get("segmentindex");
            JsonNode other = byIndex.put(index.intValue(), piece);
            if (other != null) {
                assertThat(piece.get("data")).isEqualTo(other.get("data"));
            }
        }
        return byIndex;
    }

    private static JsonNode envelope(Generated generated) throws IOException {
        return Wire.STRICT.readTree(generated.message().body());
    }
}
