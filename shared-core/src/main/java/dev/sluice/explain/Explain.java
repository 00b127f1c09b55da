package dev.sluice.explain;

import dev.sluice.assemble.ParkedPlaces;
import dev.sluice.explain.Explanation.Verdict;
import dev.sluice.explain.Finding.Kind;
import dev.sluice.lake.DoneMark;
import dev.sluice.lake.LakePath;
import dev.sluice.lake.Ledger;
import dev.sluice.lake.LedgerEpoch;
import dev.sluice.lake.LedgerRange;
import dev.sluice.lake.LineSearch;
import dev.sluice.lake.Quarantine;
import dev.sluice.lake.QuarantineChoice;
import dev.sluice.lake.QuarantineEntry;
import dev.sluice.lake.QuarantineId;
import dev.sluice.lake.RecordPlace;
import dev.sluice.lake.SplitMarks;
import dev.sluice.normalize.Origin;
import dev.sluice.store.ObjectStore;
import dev.sluice.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Follows an event from its records over all that the state knows of it to its lines. Only looks. */
public final class Explain {
    private static final int SEGMENTS_TOLD = 20;

    /** What is told of several records that end in different ways. */
    private static final List<Verdict> URGENT_FIRST = List.of(
            Verdict.QUARANTINE,
            Verdict.HOLE,
            Verdict.PARKED,
            Verdict.NOT_YET,
            Verdict.IN_LAKE,
            Verdict.NO_LINE,
            Verdict.UNKNOWN);

    private final ObjectStore state;
    private final LineSearch lines;
    private final SplitMarks marks;
    private final ParkedPlaces parked;
    private final Quarantine quarantine;

    public Explain(ObjectStore lake, ObjectStore state) {
        this.state = state;
        this.lines = new LineSearch(lake);
        this.marks = new SplitMarks(state);
        this.parked = new ParkedPlaces(state);
        this.quarantine = new Quarantine(state);
    }

    /**
     * Tells what became of an event, a record, or an entry of the quarantine.
     *
     * @param id of a line, with or without the end {@code /d} or {@code /c}; or of an entry of the quarantine
     */
    public Explanation explain(String id) throws IOException {
        String whole = id.replaceFirst("/[cd]$", "");
        Optional<QuarantineId> known = QuarantineId.parse(whole);
        if (known.isPresent()) {
            Optional<RecordPlace> place = known.get().place();
            Explanation explanation = place.isPresent() ? record(known.get(), place.get()) : report(known.get());
            if (explanation.verdict() != Verdict.UNKNOWN) {
                return explanation;
            }
        }
        return event(whole);
    }

    /**
     * The same with what an archive has of it: the records that it came from, and, if nothing else is known of an event, the
     * records whose bodies hold its id and what became of each.
     */
    public Explanation explain(String id, ArchiveSearch archive) throws IOException {
        Explanation known = explain(id);
        if (!known.records().isEmpty()) {
            return with(archive.at(known.records()), known.verdict(), known.findings(), known.records());
        }
        if (known.verdict() != Verdict.UNKNOWN) {
            return known;
        }
        ArchiveSearch.Found found = archive.holding(id.replaceFirst("/[cd]$", ""));
        Verdict verdict = Verdict.UNKNOWN;
        Set<Finding> findings = new LinkedHashSet<>();
        List<RecordPlace> records = new ArrayList<>();
        for (ArchiveSearch.Located record : found.first()) {
            RecordPlace place = inItsLife(record);
            records.add(place);
            Explanation explained = explain(QuarantineId.of(place).text());
            findings.addAll(explained.findings());
            boolean isFirst = URGENT_FIRST.indexOf(explained.verdict()) < URGENT_FIRST.indexOf(verdict);
            verdict = isFirst ? explained.verdict() : verdict;
        }
        return with(found, verdict, List.copyOf(findings), records);
    }

    /** The place with the life of the log that its broker time tells, where the archive does not. */
    private RecordPlace inItsLife(ArchiveSearch.Located record) throws IOException {
        Origin origin = record.place().origin();
        Optional<StoredObject> stored = state.get(LakePath.ledger(origin.stream(), origin.partition()));
        if (origin.epoch() != 0 || stored.isEmpty()) {
            return record.place();
        }
        List<LedgerEpoch> lives = Ledger.parse(stored.get().content()).epochs();
        Long time = record.brokerTime();
        int life = lives.get(0).epoch();
        for (LedgerEpoch epoch : lives) {
            boolean hasBegun = time == null || (epoch.fromTime() != null && epoch.fromTime() <= time);
            life = hasBegun ? epoch.epoch() : life;
        }
        return new RecordPlace(
                new Origin(origin.stream(), origin.partition(), life),
                record.place().offset());
    }

    private static Explanation with(
            ArchiveSearch.Found found, Verdict verdict, List<Finding> findings, List<RecordPlace> records) {
        List<Finding> all = new ArrayList<>(found.findings());
        all.addAll(findings);
        return new Explanation(verdict, all, records);
    }

    private Explanation report(QuarantineId id) throws IOException {
        Optional<QuarantineEntry.WithBytes> entry = quarantine.find(id);
        return entry.isEmpty()
                ? new Explanation(Verdict.UNKNOWN, List.of(), List.of())
                : new Explanation(
                        entry.get().entry().settled() ? Verdict.IN_LAKE : Verdict.QUARANTINE,
                        List.of(finding(entry.get().entry())),
                        List.of());
    }

    private Explanation record(QuarantineId id, RecordPlace place) throws IOException {
        List<Finding> findings = new ArrayList<>();
        Verdict ledger = ledger(place, findings);
        boolean open = false;
        for (QuarantineEntry entry : entries(id, place)) {
            findings.add(finding(entry));
            open |= !entry.settled();
        }
        boolean oneItem = id.text().indexOf('#') >= 0;
        List<LineSearch.Found> found = lines.of(place).stream()
                .filter(line -> !oneItem || line.id().equals(id.text()))
                .toList();
        found.forEach(line -> findings.add(finding(line)));
        boolean inLake = !found.isEmpty() || isInOthersLine(place, findings);
        boolean waits = !inLake && isParked(place, findings);
        if (open) {
            return new Explanation(Verdict.QUARANTINE, findings, List.of(place));
        }
        return new Explanation(inLake ? Verdict.IN_LAKE : waits ? Verdict.PARKED : ledger, findings, List.of(place));
    }

    private List<QuarantineEntry> entries(QuarantineId id, RecordPlace place) throws IOException {
        List<QuarantineEntry> entries = new ArrayList<>();
        boolean oneItem = id.text().indexOf('#') >= 0;
        quarantine.forEach(
                QuarantineChoice.of(id),
                object -> quarantine.read(object, entry -> {
                    boolean isOfRecord = entry.origin().equals(place.origin())
                            && entry.position().offset() == place.offset();
                    if (isOfRecord && (!oneItem || entry.id().equals(id))) {
                        entries.add(entry);
                    }
                }));
        return entries;
    }

    /** A piece of a split event, or a first half that has served: its line stands where another record did. */
    private boolean isInOthersLine(RecordPlace place, List<Finding> findings) throws IOException {
        boolean some = false;
        for (SplitMarks.Found mark : marks.of(place)) {
            some |= isInLake(mark, findings);
        }
        for (ParkedPlaces.Parked half : parked.halves(place)) {
            Optional<RecordPlace> second = parked.servedBy(half);
            if (second.isPresent()) {
                List<LineSearch.Found> found = lines.of(second.get());
                findings.add(new Finding(
                        Kind.PARKED,
                        half.key(),
                        0,
                        "the first half of the update whose line stands at offset "
                                + second.get().offset()));
                found.forEach(line -> findings.add(finding(line)));
                some |= !found.isEmpty();
            }
        }
        return some;
    }

    private boolean isInLake(SplitMarks.Found mark, List<Finding> findings) throws IOException {
        List<LineSearch.Found> found = lines.in(mark.mark().object());
        findings.add(new Finding(
                Kind.DONE,
                mark.key(),
                0,
                "joined of " + segments(mark.mark())
                        + (found.isEmpty() ? "; its object is not there yet, a sweep writes it" : "")));
        found.forEach(line -> findings.add(finding(line)));
        return !found.isEmpty();
    }

    private static String segments(DoneMark mark) {
        List<DoneMark.Place> pieces = mark.segments();
        String told = pieces.stream()
                .limit(SEGMENTS_TOLD)
                .map(piece -> piece.index() + " from partition " + piece.partition()
                        + (piece.epoch() > 1 ? "@" + piece.epoch() : "") + " offset " + piece.offset())
                .collect(Collectors.joining(", "));
        return pieces.size() + " segments: " + told + (pieces.size() > SEGMENTS_TOLD ? ", ..." : "");
    }

    private boolean isParked(RecordPlace place, List<Finding> findings) throws IOException {
        boolean waits = false;
        for (ParkedPlaces.Parked piece : parked.pieces(place)) {
            findings.add(finding(piece));
            waits = true;
        }
        for (ParkedPlaces.Parked half : parked.halves(place)) {
            findings.add(finding(half));
            waits |= !half.waitsFor().isEmpty();
        }
        return waits;
    }

    private Explanation event(String logicalId) throws IOException {
        List<Finding> findings = new ArrayList<>();
        Set<RecordPlace> records = new LinkedHashSet<>();
        boolean inLake = false;
        for (SplitMarks.Found mark : marks.of(logicalId)) {
            inLake |= isInLake(mark, findings);
            records.addAll(mark.records());
        }
        boolean waits = false;
        for (String folder : inLake ? List.<String>of() : marks.folders(logicalId)) {
            for (ParkedPlaces.Parked piece : parked.pieces(folder)) {
                findings.add(finding(piece));
                records.add(piece.place());
                waits = true;
            }
        }
        boolean joined = !records.isEmpty();
        for (LineSearch.Found line : lines.of(logicalId)) {
            Finding finding = finding(line);
            if (!findings.contains(finding)) {
                findings.add(finding);
            }
            if (!joined) {
                records.add(new RecordPlace(new Origin(line.stream(), line.partition(), 0), line.offset()));
            }
            inLake = true;
        }
        Verdict verdict = inLake ? Verdict.IN_LAKE : waits ? Verdict.PARKED : Verdict.UNKNOWN;
        return new Explanation(verdict, findings, List.copyOf(records));
    }

    private Verdict ledger(RecordPlace place, List<Finding> findings) throws IOException {
        String key = LakePath.ledger(place.origin().stream(), place.origin().partition());
        Optional<StoredObject> stored = state.get(key);
        if (stored.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        LedgerEpoch newest = Ledger.parse(stored.get().content()).newest();
        Verdict verdict = verdict(newest, place);
        String text = switch (verdict) {
            case NO_LINE -> "the record is done";
            case HOLE -> "the record is in a hole: later ones were taken in, and it was not";
            case NOT_YET -> "the record has not been taken in yet";
            default -> "nothing as early, or of such an epoch, was ever taken in";
        };
        findings.add(new Finding(Kind.LEDGER, key, 0, text));
        return verdict;
    }

    private static Verdict verdict(LedgerEpoch newest, RecordPlace place) {
        int epoch = place.origin().epoch();
        if (epoch != newest.epoch()) {
            return epoch < newest.epoch() ? Verdict.NO_LINE : Verdict.UNKNOWN;
        }
        if (place.offset() < newest.origin()) {
            return Verdict.UNKNOWN;
        }
        LedgerRange open = newest.openAt(place.offset());
        return open == null ? Verdict.NO_LINE : open.last() == null ? Verdict.NOT_YET : Verdict.HOLE;
    }

    private static Finding finding(QuarantineEntry entry) {
        String place = entry.where().isEmpty() ? "" : " (" + entry.where() + ")";
        return new Finding(
                Kind.QUARANTINE,
                entry.object(),
                entry.line(),
                (entry.settled() ? "resolved; it was " : "") + entry.code() + ": " + entry.reason() + place);
    }

    private static Finding finding(LineSearch.Found line) {
        return new Finding(
                Kind.LINE,
                line.object(),
                line.line(),
                "from partition " + line.partition() + " offset " + line.offset() + " of stream " + line.stream());
    }

    private static Finding finding(ParkedPlaces.Parked piece) {
        String waits = piece.waitsFor().isEmpty() ? "" : "; missing: " + piece.waitsFor();
        RecordPlace place = piece.place();
        return new Finding(
                Kind.PARKED,
                piece.key(),
                0,
                "from partition " + place.origin().partition() + " offset " + place.offset() + waits);
    }
}
