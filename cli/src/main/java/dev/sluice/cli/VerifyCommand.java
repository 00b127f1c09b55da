package dev.sluice.cli;

import dev.sluice.archive.ArchiveChoiceException;
import dev.sluice.archive.ArchiveFault;
import dev.sluice.archive.ArchiveFilter;
import dev.sluice.archive.ArchivePlan;
import dev.sluice.cli.StoreOptions.Stores;
import dev.sluice.lake.LedgerEditor;
import dev.sluice.pipeline.Settings;
import dev.sluice.verify.Certificate;
import dev.sluice.verify.CertificateCheck;
import dev.sluice.verify.CheckReport;
import dev.sluice.verify.Sample;
import dev.sluice.verify.Verification;
import dev.sluice.verify.VerifyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Compares a lake with an archive, or with a certificate. */
final class VerifyCommand implements Callable<Integer> {
    private final Console console;
    private final ArchiveInput archive;
    private final SettingsOptions settings = new SettingsOptions();
    private final StoreOptions storeOptions = StoreOptions.reading();
    private final ReplayOptions options = new ReplayOptions();
    private final OptionSpec sample = Specs.text(
            "--sample",
            "PART",
            "Verify only some blocks of 10,000 offsets, the same ones each time: 5%% or 1-in-20 of them.");
    private final OptionSpec certificate = Specs.text(
            "--certificate", "FILE", "Write a certificate of a lake that is complete; with --check, read it.");
    private final OptionSpec check =
            Specs.flag("--check", "See that the lake still is what the certificate says. Needs no archive.");
    private final OptionSpec json = Specs.flag("--json", "One JSON object on stdout, with the first 100 differences.");

    private final OptionSpec html = Specs.text(
            "--html", "FILE", "Write a page, too, with the same content: charts by day and table, and what to do.");

    private VerifyCommand(Console console) {
        this.console = console;
        this.archive = new ArchiveInput("verify", console, false);
    }

    static CommandLine commandLine(Console console) {
        return new CommandLine(new VerifyCommand(console).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = Specs.command("verify", this);
        archive.addTo(spec);
        storeOptions.addTo(spec);
        options.addTo(spec);
        spec.addOption(sample)
                .addOption(certificate)
                .addOption(check)
                .addOption(json)
                .addOption(html);
        settings.addTo(spec, Setting.PARTITION, Setting.COMPRESSION);
        VerifyHelp.addTo(spec);
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        Settings chosen = settings.over(console.environment());
        Stores stores = storeOptions
                .open(console)
                .orElseThrow(() -> new UsageException("--lake and --state say what to verify"));
        Path page = htmlFile();
        if (page != null) {
            WholeFile.check(page);
        }
        if (Specs.isOn(check)) {
            return check(stores, page);
        }
        if (!archive.isGiven()) {
            throw new UsageException("which ARCHIVE? Only --check needs none");
        }
        Sample part = SampleText.parse(sample.getValue());
        if (certificate.getValue() != null && !part.isAll()) {
            throw new UsageException("--certificate: a sample is not enough for one; leave --sample away");
        }
        try {
            Verification verification = new Verification(chosen, stores.lake(), stores.state(), options.names());
            VerifyReport report = run(verification, part);
            print(report);
            int code = certify(verification, report);
            if (page != null) {
                WholeFile.write(page, VerifyPage.of(report, now(), given(), newest(stores)));
            }
            return code;
        } catch (ArchiveChoiceException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private VerifyReport run(Verification verification, Sample part) throws IOException {
        ArchiveFilter wanted = options.filter();
        ArchivePlan plan = archive.plan(options.layout(), Verification.read(wanted), Specs.isOn(json));
        if (!part.isAll()) {
            note("a sample: " + part.permille() / 10.0 + "% of the blocks of 10,000 offsets");
        }
        try (Progress progress = progress(ArchiveInput.records(plan))) {
            return verification.run(plan, wanted, part, ReplayRun.PARTITIONS_AT_ONCE, progress::step);
        }
    }

    private VerifyPage.Given given() {
        return new VerifyPage.Given(
                archive.name(),
                storeOptions.lakeName(),
                storeOptions.flags(),
                settings.flags(console.environment()),
                options.namesAgain(),
                options.rangeAgain());
    }

    /** By stream and partition, the newest life of each log: holes are opened in no other. */
    private static Map<String, Integer> newest(Stores stores) throws IOException {
        return new LedgerEditor(stores.state(), InstantSource.system())
                .list().stream()
                        .collect(Collectors.toMap(
                                entry -> StatusPage.name(entry.stream(), entry.partition()),
                                entry -> entry.ledger().newest().epoch()));
    }

    private int certify(Verification verification, VerifyReport report) throws IOException {
        Path file = certificateFile();
        if (file == null) {
            return report.equal() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
        }
        if (!report.isComplete()) {
            console.err()
                    .println("sluice: no certificate was written, for the lake does not have all of the archive;"
                            + " choose a part that it has (--to-offset, --to-time)");
            return ExitCode.SOME_LEFT_OUT;
        }
        Certificate written = verification.certificate(report);
        WholeFile.write(file, written.json());
        note("certificate " + written.hash());
        return ExitCode.DONE;
    }

    private void print(VerifyReport report) {
        Output output = new Output(console.out());
        if (Specs.isOn(json)) {
            output.print(report.json() + "\n");
        } else {
            print(output, VerifyText.table(report));
            print(output, VerifyText.findings(report));
            Reports reports = new TextReports(console.err());
            for (ArchiveFault fault : report.faults()) {
                reports.file(fault.file(), fault.code(), fault.reason());
            }
            VerifyText.notes(report).forEach(this::note);
            note(VerifyText.summary(report));
        }
        output.flush();
    }

    private static void print(Output output, List<String> lines) {
        lines.forEach(line -> output.print(line + "\n"));
    }

    private int check(Stores stores, @Nullable Path page) throws IOException {
        Path file = certificateFile();
        if (file == null || archive.isGiven()) {
            throw new UsageException("--check reads a --certificate, and no ARCHIVE");
        }
        Certificate certified = Certificate.parse(Files.readAllBytes(file));
        CertificateCheck run = new CertificateCheck(stores.lake(), stores.state());
        CheckReport report;
        try (Progress progress = progress(
                certified.parts().stream().mapToLong(Certificate.Part::records).sum())) {
            report = run.run(certified, ReplayRun.PARTITIONS_AT_ONCE, progress::step);
        }
        Output output = new Output(console.out());
        print(output, Specs.isOn(json) ? List.of(report.json()) : VerifyText.check(report));
        output.flush();
        note("certificate " + report.certificate());
        note(report.records() + " records, " + report.blocks() + " blocks, "
                + (report.holds()
                        ? "the lake is what was certified"
                        : report.changed().size() + " of them changed"));
        if (page != null) {
            WholeFile.write(
                    page,
                    CheckPage.of(
                            report,
                            now(),
                            storeOptions.lakeName(),
                            Shell.command(
                                    storeOptions.flags(),
                                    settings.flags(console.environment()),
                                    options.namesAgain(),
                                    options.rangeAgain())));
        }
        return report.holds() ? ExitCode.DONE : ExitCode.SOME_LEFT_OUT;
    }

    private @Nullable Path certificateFile() {
        return ObjectStores.file("--certificate", certificate, console);
    }

    private @Nullable Path htmlFile() {
        return ObjectStores.file("--html", html, console);
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    private Progress progress(long records) {
        if (Specs.isOn(json)) {
            return Progress.none();
        }
        return console.errIsTerminal()
                ? Progress.bar(console.err(), "verify", "records", records)
                : new PlainProgress(console.err(), "verify", "records", records);
    }

    /** For people only. */
    private void note(String text) {
        if (!Specs.isOn(json)) {
            console.err().println(TextReports.printable("verify: " + text));
        }
    }
}
