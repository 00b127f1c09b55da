package dev.sluice.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** The ledger against the reference model of the commit protocol, ported line by line. */
class LedgerEpochTest {
    /** The model's constant of this name is 4, here it is the product's. */
    private static final long BATCH = LakeWriter.MAX_RUN;

    /** {@code class Range}. */
    private static final class Range {
        final long first;
        final @Nullable Long last;
        long through;
        final Map<String, Long> ahead;

        @Nullable
        Long probe;

        Range(long first, @Nullable Long last, long through, Map<String, Long> ahead, @Nullable Long probe) {
            this.first = first;
            this.last = last;
            this.through = through;
            this.ahead = new TreeMap<>(ahead);
            this.probe = probe;
        }

        boolean holds(long e) {
            return first <= e && (last == null || e <= last);
        }
    }

    /** {@code class Ledger}. */
    private static final class Model {
        @Nullable
        Long origin;

        List<Range> ranges = new ArrayList<>();

        boolean done(long e) {
            if (origin == null || e < origin) {
                return false;
            }
            int i = at(e);
            return i < 0 || e <= ranges.get(i).through;
        }

        int at(long e) {
            for (int i = 0; i < ranges.size(); i++) {
                if (ranges.get(i).holds(e)) {
                    return i;
                }
            }
            return -1;
        }

        boolean gapBefore(long first) {
            int i = origin == null ? -1 : at(first);
            return i >= 0 && first > ranges.get(i).through + 1;
        }

        boolean reshape(long first) {
            if (origin == null) {
                origin = first;
                ranges = new ArrayList<>(List.of(new Range(first, null, first - 1, Map.of(), null)));
                return true;
            }
            boolean changed = false;
            if (first < origin) {
                ranges.add(0, new Range(first, origin - 1, first - 1, Map.of(), null));
                origin = first;
                changed = true;
            }
            if (gapBefore(first)) {
                int i = at(first);
                Range r = ranges.get(i);
                Range hole = new Range(r.through + 1, first - 1, r.through, r.ahead, r.probe);
                Map<String, Long> beyond = new HashMap<>(r.ahead);
                beyond.values().removeIf(x -> x < first);
                ranges.remove(i);
                ranges.add(i, hole);
                ranges.add(
                        i + 1,
                        new Range(first, r.last, first - 1, beyond, r.probe == null ? (Long) hole.first : r.probe));
                changed = true;
            }
            return changed;
        }

        void commit(Map<Long, Long> worked, Map<Long, Map<String, Long>> found) {
            for (int i = 0; i < ranges.size(); i++) {
                Range r = ranges.get(i);
                r.through = Math.max(r.through, worked.getOrDefault(r.first, -1L));
                found.getOrDefault(r.first, Map.of()).forEach((folder, x) -> r.ahead.merge(folder, x, Math::max));
                for (Range n : ranges.subList(i + 1, ranges.size())) {
                    r.ahead.forEach((folder, x) -> {
                        if (x >= n.first) {
                            n.ahead.merge(folder, x, Math::max);
                        }
                    });
                }
            }
            List<Range> keep = new ArrayList<>(ranges.stream()
                    .filter(r -> r.last == null || r.through < r.last)
                    .toList());
            for (int i = 0; i < keep.size(); i++) {
                Range r = keep.get(i);
                Long probe = r.probe;
                if (probe != null && r.through >= r.first + BATCH - 2) {
                    r.probe = null;
                }
                if (r.probe != null
                        && keep.subList(0, i).stream()
                                .noneMatch(h -> h.last != null && h.last >= Objects.requireNonNull(probe))) {
                    r.probe = null;
                }
                if (r.probe == null) {
                    r.ahead.values().removeIf(x -> x <= r.through);
                }
            }
            ranges = keep;
        }
    }

    private static LedgerEpoch epoch(Model model) {
        return new LedgerEpoch(
                1,
                null,
                Objects.requireNonNull(model.origin),
                null,
                null,
                model.ranges.stream()
                        .map(r -> new LedgerRange(r.first, r.last, r.through, r.ahead, r.probe, null, null))
                        .toList());
    }

    /** Offsets near the ends of ranges, near each other, and a whole run apart. */
    private static long offset(Random random) {
        return 50_000 + random.nextInt(12) * (BATCH / 2) + random.nextInt(7) - 3;
    }

    @Property(tries = 3000)
    void everyStepIsTheModels(@ForAll long seed) {
        Random random = new Random(seed);
        Model model = new Model();
        long start = offset(random);
        model.reshape(start);
        LedgerEpoch epoch = LedgerEpoch.start(1, null, start);
        for (int step = 0; step < 40; step++) {
            assertThat(withoutSplitTimes(epoch)).isEqualTo(epoch(model));
            if (random.nextInt(3) == 0) {
                long first = offset(random);
                boolean changed = model.reshape(first);
                LedgerEpoch shaped = epoch.shapedFor(first, 0);
                assertThat(shaped.equals(epoch)).isEqualTo(!changed);
                epoch = shaped;
            } else {
                Map<Long, Long> worked = new HashMap<>();
                Map<Long, Map<String, Long>> found = new HashMap<>();
                work(random, model, worked, found);
                model.commit(worked, found);
                epoch = epoch.commit(worked, found, Map.of(), null, null);
            }
            for (int i = 0; i < 20; i++) {
                long e = offset(random);
                assertThat(epoch.isDone(e)).isEqualTo(model.done(e));
            }
        }
    }

    /** The model waits in its own way. */
    private static LedgerEpoch withoutSplitTimes(LedgerEpoch epoch) {
        return new LedgerEpoch(
                epoch.epoch(),
                epoch.fromTime(),
                epoch.origin(),
                epoch.throughTime(),
                epoch.sourceTime(),
                epoch.ranges().stream()
                        .map(range -> new LedgerRange(
                                range.first(), range.last(), range.through(), range.ahead(), range.probe(), null, null))
                        .toList());
    }

    /** What writers may report: some ranges worked to some offset in them, objects adopted that end anywhere behind. */
    private static void work(Random random, Model model, Map<Long, Long> worked, Map<Long, Map<String, Long>> found) {
        for (Range range : model.ranges) {
            if (random.nextInt(3) > 0) {
                long to = random.nextBoolean() ? range.through + random.nextInt(3) : offset(random);
                long last = range.last == null ? Long.MAX_VALUE : range.last;
                if (to >= range.first) {
                    worked.put(range.first, Math.min(to, last));
                }
            }
            for (int folder = random.nextInt(3); folder > 0; folder--) {
                found.computeIfAbsent(range.first, key -> new HashMap<>()).put("folder" + folder, offset(random));
            }
        }
        if (random.nextInt(5) == 0) {
            worked.put(offset(random), offset(random));
        }
    }

    @Property(tries = 1000)
    void aLedgerIsReadBackAsItWasWritten(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Model model = new Model();
        model.reshape(offset(random));
        for (int step = 0; step < 10; step++) {
            model.reshape(offset(random));
            Map<Long, Long> worked = new HashMap<>();
            Map<Long, Map<String, Long>> found = new HashMap<>();
            work(random, model, worked, found);
            model.commit(worked, found);
        }
        Ledger ledger = new Ledger("namespace/hub", new Ledger.Rules("a1", 9), List.of(epoch(model)));

        assertThat(Ledger.parse(ledger.json())).isEqualTo(ledger);
    }

    @Example
    void aLedgerIsTheJsonOfTheDesign() {
        LedgerEpoch epoch = LedgerEpoch.start(1, 1_778_051_289_000L, 100)
                .commit(Map.of(100L, 140L), Map.of(100L, Map.of("db=d", 150L)), Map.of(), 1_778_051_290_000L, null)
                .shapedFor(200, 77);

        assertThat(new String(
                        new Ledger("ns/hub", new Ledger.Rules("a1", 0), List.of(epoch)).json(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"log\":\"ns/hub\",\"rules\":{\"id\":\"a1\",\"since\":0},\"epochs\":[{\"epoch\":1,\"fromTime\":1778051289000,\"origin\":100,"
                                + "\"throughTime\":1778051290000,\"sourceTime\":null,\"ranges\":["
                                + "{\"first\":141,\"last\":199,\"through\":140,\"ahead\":{\"db=d\":150}},"
                                + "{\"first\":200,\"last\":null,\"through\":199,\"ahead\":{},\"probe\":141,\"splitAt\":77}]}]}");
    }

    @Example
    void theHighestTimesAreKept() {
        LedgerEpoch epoch = LedgerEpoch.start(1, null, 0)
                .commit(Map.of(0L, 5L), Map.of(), Map.of(), 500L, 70L)
                .commit(Map.of(0L, 6L), Map.of(), Map.of(), 400L, 60L)
                .commit(Map.of(0L, 7L), Map.of(), Map.of(), null, null);

        assertThat(epoch.throughTime()).isEqualTo(500L);
        assertThat(epoch.sourceTime()).isEqualTo(70L);
    }
}
