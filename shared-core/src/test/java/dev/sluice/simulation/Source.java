package dev.sluice.simulation;

import dev.sluice.text.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What the source told: the logs of some partitions, each with one life or two. */
final class Source {
    /** A record of a log. */
    record Rec(Log log, long offset, @Nullable Long brokerTime, Draft draft) {
        @Override
        public String toString() {
            return log.partition + (log.epoch > 1 ? "@" + log.epoch : "") + "/" + offset + " " + draft.what;
        }
    }

    /** One life of a partition's log. */
    static final class Log {
        final int partition;
        final int epoch;
        final List<Rec> records = new ArrayList<>();

        Log(int partition, int epoch) {
            this.partition = partition;
            this.epoch = epoch;
        }
    }

    /** A record that has no place yet. */
    static final class Draft {
        final String what;
        final @Nullable Slice body;
        /** The first copy of what this is another copy of. */
        @Nullable
        Draft original;

        @Nullable
        Piece piece;

        @Nullable
        Pair pair;

        @Nullable
        Rec placed;

        Draft(String what, @Nullable Slice body) {
            this.what = what;
            this.body = body;
        }

        boolean isFirstHalf() {
            return pair != null && pair.first == this;
        }
    }

    /** A change that comes in pieces. */
    static final class Split {
        final String name;
        final Slice whole;
        final List<Piece> pieces = new ArrayList<>();
        /** What its pieces are together is no event. */
        boolean broken;
        /** Number of its first piece. */
        int from;

        boolean recut;

        Split(String name, Slice whole) {
            this.name = name;
            this.whole = whole;
        }

        /** The pieces of one way to cut it. */
        List<Piece> cut(int cut) {
            return pieces.stream().filter(piece -> piece.cut == cut).toList();
        }
    }

    /** One piece, of which there may be copies; or none, when it is lost. */
    static final class Piece {
        final Split split;
        final int cut;
        final int index;
        final List<Draft> copies = new ArrayList<>();

        Piece(Split split, int cut, int index) {
            this.split = split;
            this.cut = cut;
            this.index = index;
        }
    }

    /** An update told in two records. */
    static final class Pair {
        final String sequence;
        final boolean changesKey;

        @Nullable
        Draft first;

        @Nullable
        Draft second;

        Pair(String sequence, boolean changesKey) {
            this.sequence = sequence;
            this.changesKey = changesKey;
        }
    }

    final List<List<Log>> partitions = new ArrayList<>();
    final List<Split> splits = new ArrayList<>();
    final List<Pair> pairs = new ArrayList<>();
    final Scenario scenario;
    private final Random random;

    Source(Scenario scenario, Random random) {
        this.scenario = scenario;
        this.random = random;
        List<List<Draft>> drafts = new ArrayList<>();
        for (int partition = 0; partition < scenario.partitions(); partition++) {
            List<Log> lives = new ArrayList<>();
            int count = scenario.lives() && random.nextInt(2) == 0 ? 2 : 1;
            for (int epoch = 1; epoch <= count; epoch++) {
                lives.add(new Log(partition, epoch));
                drafts.add(plain(partition + "." + epoch));
            }
            partitions.add(lives);
        }
        for (int i = 0; i < scenario.splits(); i++) {
            scatter(split("split" + i), drafts);
        }
        for (int i = 0; i < scenario.pairs(); i++) {
            pair(Integer.toString(100 + i), drafts.get(random.nextInt(drafts.size())), drafts);
        }
        int next = 0;
        for (List<Log> lives : partitions) {
            for (Log log : lives) {
                place(log, drafts.get(next++));
            }
        }
    }

    private List<Draft> plain(String log) {
        List<Draft> drafts = new ArrayList<>();
        int count = 2 + random.nextInt(scenario.records());
        for (int i = 0; i < count; i++) {
            Draft draft = Messages.plain(log + "." + i, random);
            drafts.add(draft);
            if (scenario.resends() && random.nextInt(10) == 0) {
                Draft again = new Draft(draft.what + " again", draft.body);
                again.original = draft;
                drafts.add(again);
            }
        }
        return drafts;
    }

    private List<Draft> split(String name) {
        Split split = new Split(name, Messages.wholeOf(name, random));
        splits.add(split);
        split.broken = random.nextInt(8) == 0;
        split.recut = !split.broken && random.nextInt(8) == 0;
        split.from = random.nextInt(2);
        List<Draft> drafts = new ArrayList<>(cut(split, 0, 2 + random.nextInt(2)));
        if (split.recut) {
            drafts.addAll(cut(split, 1, 4));
        } else if (!split.broken && random.nextInt(6) == 0) {
            Draft lost = drafts.remove(random.nextInt(drafts.size()));
            lost.piece.copies.clear();
        }
        while (random.nextInt(3) == 0) {
            Draft draft = drafts.get(random.nextInt(drafts.size()));
            Draft copy = new Draft(draft.what + " again", draft.body);
            copy.piece = draft.piece;
            copy.piece.copies.add(copy);
            drafts.add(copy);
        }
        return drafts;
    }

    private static List<Draft> cut(Split split, int cut, int count) {
        List<Draft> drafts = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Draft draft = Messages.piece(split, cut, index, count);
            draft.piece = new Piece(split, cut, index);
            draft.piece.copies.add(draft);
            split.pieces.add(draft.piece);
            drafts.add(draft);
        }
        return drafts;
    }

    private void scatter(List<Draft> some, List<List<Draft>> drafts) {
        List<Draft> near = drafts.get(random.nextInt(drafts.size()));
        for (Draft draft : some) {
            List<Draft> log = random.nextInt(2) == 0 ? near : drafts.get(random.nextInt(drafts.size()));
            log.add(random.nextInt(log.size() + 1), draft);
        }
    }

    private void pair(String sequence, List<Draft> log, List<List<Draft>> drafts) {
        Pair pair = new Pair(sequence, random.nextBoolean());
        pairs.add(pair);
        int at = random.nextInt(log.size() + 1);
        if (random.nextInt(8) > 0) {
            pair.first = Messages.half(pair, true);
            log.add(at++, pair.first);
        }
        if (random.nextInt(8) > 0) {
            pair.second = Messages.half(pair, false);
            List<Draft> other = random.nextInt(4) > 0 ? log : drafts.get(random.nextInt(drafts.size()));
            other.add(
                    other == log ? at + random.nextInt(log.size() - at + 1) : random.nextInt(other.size() + 1),
                    pair.second);
        }
    }

    private void place(Log log, List<Draft> drafts) {
        long offset = scenario.lives() ? 0 : random.nextInt(3);
        boolean timed = scenario.lives() || random.nextInt(4) > 0;
        for (Draft draft : drafts) {
            Long time = timed && (scenario.lives() || random.nextInt(10) > 0)
                    ? World.START + log.epoch * 100_000_000L + offset * 1000
                    : null;
            draft.placed = new Rec(log, offset, time, draft);
            log.records.add(draft.placed);
            offset += scenario.sparse() && random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
        }
    }
}
