package dev.sluice.simulation;

import dev.sluice.simulation.RewrittenClasses.Edit;
import java.util.List;

/** The rules that the lake stands on, and for each one how the source looks without it. */
enum RemovedRule {
    AN_OBJECT_IS_CREATED_AND_NEVER_REPLACED(new Edit(
            "lake/LakeRun.java",
            "if (store.create(key, LakeObject.encode(lines.object(next, end), compression))) {",
            "if (store.compareAndSwap(key, store.get(key).map(dev.sluice.store.StoredObject::version).orElse(null),"
                    + " LakeObject.encode(lines.object(next, end), compression)).isPresent()) {")),
    WHAT_IS_DONE_IS_SKIPPED(
            new Edit("pipeline/ChangePipeline.java", "if (run.isDone(record.offset())) {", "if (false) {"),
            new Edit(
                    "lake/LakeRun.java",
                    "Math.max(range.aheadOf(folder.path()), Math.max(range.through(), from - 1))",
                    "from - 1")),
    WHAT_A_FASTER_OWNER_WROTE_IS_REMEMBERED(
            new Edit("lake/LedgerEpoch.java", "found.getOrDefault(range.first(), Map.of())", "Map.<String, Long>of()")),
    AN_ADOPTED_OBJECT_REACHES_INTO_THE_NEXT_RANGES(
            290, new Edit("lake/LedgerEpoch.java", "if (offset >= range.first()) {", "if (false) {")),
    FOLDERS_BEHIND_A_HOLE_ARE_PROBED(
            new Edit("lake/LakeRun.java", "boolean probes = range.probe() != null", "boolean probes = false")),
    PROBING_GOES_ON_AS_FAR_AS_AN_OBJECT_CAN_REACH(
            58_800, new Edit("lake/LedgerEpoch.java", "LakeWriter.MAX_RUN - 2;", "LakeWriter.MAX_RUN - 3;")),
    A_SHAPE_IS_COMMITTED_BEFORE_OBJECTS_ARE_WRITTEN(
            new Edit(
                    "lake/LakeWriter.java",
                    "known = swap(source, known, shaped);",
                    "known = known == null ? swap(source, known, shaped)"
                            + " : new KnownLedger(shaped, known.version(), known.millis(), known.nanos());"),
            new Edit("lake/Splits.java", "if (range.splitAt() == null) {", "if (true) {")),
    OWNERS_OF_THE_OLD_SHAPE_ARE_WAITED_OUT(
            830, new Edit("lake/Splits.java", "if (range.splitAt() == null) {", "if (true) {")),
    A_PUT_NEEDS_A_FRESH_VIEW(
            4_140, new Edit("lake/LakeRun.java", "if (!known.isFresh(writer.time())) {", "if (false) {")),
    EVERY_PUT_IS_AWAITED(new Edit(
            "lake/Puts.java", "failure = first(failure, e.getCause());", "if (true) { rethrow(e.getCause()); }")),
    A_RUN_ENDS_WHEN_ITS_RANGE_IS_GONE(
            new Edit("lake/LakeRun.java", "|| !hasOurRanges(now.ledger().newest(), worked())", "")),
    THE_LEDGER_NEVER_GOES_BACK(new Edit(
            "lake/LedgerEpoch.java",
            "Math.max(range.through(), worked.getOrDefault(range.first(), range.through()))",
            "worked.getOrDefault(range.first(), range.through())")),
    OBJECTS_COME_BEFORE_THE_LEDGER(
            new Edit("lake/LakeRun.java", "record(putChains());", "record(List.of()); putChains();")),
    A_REWIND_MOVES_THE_ORIGIN(new Edit("lake/LedgerEpoch.java", "if (first < origin) {", "if (false) {")),
    A_NEW_LIFE_OF_THE_LOG_IS_NOTICED(
            new Edit("lake/LedgerEpoch.java", "return throughTime != null", "return false && throughTime != null")),
    OWNERS_OF_THE_OLD_LIFE_ARE_WAITED_OUT(46_950, new Edit("lake/Ledger.java", ".splitOffAt(now)", "")),
    A_SPARSE_TOPIC_HAS_NO_HOLES(new Edit(
            "lake/LedgerEpoch.java",
            "return range == null ? first : Math.min(first, range.through() + 1);",
            "return first;")),
    A_JUMP_IN_A_SPARSE_TOPIC_NEEDS_THE_LEDGER_OF_NOW(
            4_780,
            new Edit("lake/LakeWriter.java", "if (terms.sparse() && known != null", "if (false && known != null")),
    A_MARK_IS_NO_EVENT_YET(
            new Edit("lake/SplitWriter.java", "if (before.isPresent() && isThere", "if (before.isPresent() || isThere"),
            new Edit(
                    "lake/SplitWriter.java",
                    "return mark.isPresent() && isThere(Root.LAKE, mark.get().object());",
                    "return mark.isPresent();")),
    THE_MARK_COMES_BEFORE_THE_OBJECT(
            36_600,
            new Edit(
                    "lake/SplitWriter.java",
                    "!writer.state().create(LakePath.done(stream, event), ours.json())",
                    "false"),
            new Edit(
                    "lake/SplitWriter.java",
                    "        return Written.NOW;",
                    "        writer.state().create(LakePath.done(stream, event), ours.json());"
                            + "        return Written.NOW;")),
    OTHER_RULES_ARE_NOTICED(
            new Edit("lake/LakeWriter.java", "if (!ledger.rules().id().equals(rules)) {", "if (false) {")),
    WHAT_OTHER_RULES_WROTE_IS_LOOKED_FOR(
            new Edit("lake/LakeRun.java", "if (range.mixedTo() != null) {", "if (false) {")),
    WHAT_IS_LOOKED_FOR_REACHES_AS_FAR_AS_WHAT_WAS_FOUND(
            15_370, new Edit("lake/LakeRun.java", "there.isEmpty() ? -1 : there.last()", "-1")),
    AN_OBJECT_ENDS_WITH_ITS_LAST_ITEM(
            new Edit("lake/FolderLines.java", "return index == to - 1 || !repeats", "return !repeats")),
    A_RESEND_IS_LEFT_OUT_BESIDE_ITS_COPY_ONLY(new Edit(
            "lake/FolderLines.java", "return copy != null && copy.offset >= offsets[from];", "return copy != null;")),
    SPLIT_EVENTS_COME_BEFORE_THE_LEDGER(
            new Edit("pipeline/ChangePipeline.java", "                run.commit();", ""),
            new Edit(
                    "pipeline/ChangePipeline.java",
                    "        new SplitEvents(",
                    "        run.commit();\n        new SplitEvents(")),
    HALVES_ARE_PARKED_BEFORE_THE_LEDGER(
            new Edit(
                    "pipeline/StoredHalves.java",
                    "for (UpdatePairs.Held first : run.halves()) {\n            calls.add(() -> {",
                    "for (UpdatePairs.Held first : run.halves()) {\n            later.add(() -> {"),
            new Edit("pipeline/StoredHalves.java", "    private ParkedHalves parked(String pair) {", """
                    private final List<Callable<Runnable>> later = new ArrayList<>();

                    void park() throws IOException {
                        for (Runnable known : lake.sideBySide(later)) {
                            known.run();
                        }
                    }

                    private ParkedHalves parked(String pair) {"""),
            new Edit("pipeline/ChangePipeline.java", "                run.commit();", ""),
            new Edit(
                    "pipeline/ChangePipeline.java",
                    "write(reader.unfinished(), report);",
                    "write(reader.unfinished(), report); run.commit(); halves.park();")),
    HALVES_ARE_PARKED_WHERE_A_RANGE_ENDS(
            5_040, new Edit("pipeline/ChangePipeline.java", "if (run.followsHole(record.offset())) {", "if (false) {")),
    A_SECOND_HALF_ALONE_LEAVES_A_MARK(new Edit(
            "assemble/ParkedHalves.java",
            "if (state.create(prefix + name.text(), new ParkedRecord(second, -1, first, raw).content())) {",
            "if (true) {")),
    WHAT_A_SECOND_HALF_HAS_IS_DECIDED_ONCE(
            new Edit("assemble/ParkedHalves.java", "return load(name).first();", "return first;")),
    A_FIRST_HALF_LOOKS_FOR_ITS_LINE(
            new Edit("pipeline/PairSweep.java", "if (halves.takeIfInLake(parked, read.get(0))) {", "if (false) {")),
    A_LINE_OF_OTHER_SETTINGS_IS_KNOWN(
            new Edit("lake/PairSearch.java", "if (some.isNumber() && other.isTextual()) {", "if (false) {")),
    A_REPORTED_FIRST_HALF_IS_LOOKED_FOR_AGAIN(
            46_080,
            new Edit(
                    "pipeline/PairSweep.java",
                    "boolean hopeless = alone && listing.reported() && isExpired(listing, now);",
                    "boolean hopeless = alone && listing.reported();")),
    WHAT_A_FIRST_HALF_NEEDS_IS_KEPT_UNTIL_THE_SECOND_IS_COMMITTED(
            2_900,
            new Edit(
                    "pipeline/PairSweep.java",
                    "if (!isExpired(listing, now) || !isCommitted(parked, listing)) {",
                    "if (!isExpired(listing, now)) {")),
    AN_OLD_KEY_IS_TOLD_BY_WHO_SERVED_NOBODY(new Edit(
            "pipeline/PairSweep.java",
            "halves.tellOldKey(pair, parked, read.get(0), read.get(1));",
            "parked.markSettled(name);"));

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    final List<Edit> edits;

    /** Where to begin, for what few seeds find; the search goes on behind it, whatever the seeds have become. */
    final long from;

    RemovedRule(Edit... edits) {
        this(0, edits);
    }

    RemovedRule(long from, Edit... edits) {
        this.from = from;
        this.edits = List.of(edits);
    }
}
