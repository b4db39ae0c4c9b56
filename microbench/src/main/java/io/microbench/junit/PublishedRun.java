// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.forks.Terminal;
import io.microbench.judge.JudgeException;
import io.microbench.judge.RunComparison;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.report.CaseProfile;
import io.microbench.report.ConsoleReport;
import io.microbench.report.JmhJson;
import io.microbench.report.ReportFiles;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.run.CaseOutcome;
import io.microbench.run.PlanRun;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Printable;
import io.microbench.text.WholeFile;
import io.microbench.warning.Guards;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A run with real forks that prints its table and writes its files at the end. */
final class PublishedRun implements EngineRun {

    private final PlanRun run;
    private final Plan plan;
    private final Judgement judgement;
    private final RunHistory history;
    private final SuiteProfiles profiles;

    PublishedRun(PlanRun run, Plan plan, Judgement judgement, RunHistory history, AskedProfiles profiles) {
        this.run = run;
        this.plan = plan;
        this.judgement = judgement;
        this.history = history;
        this.profiles = new SuiteProfiles(run, profiles, PublishedRun::print);
    }

    @Override
    public void measure(List<PlannedCase> cases) {
        run.measure(cases, soFar -> judgement.undecided(soFar, run.record()));
    }

    @Override
    public Optional<String> notReached(PlannedCase planned) {
        return run.notReached(planned);
    }

    @Override
    public CaseOutcome run(PlannedCase planned) {
        return run.run(planned);
    }

    @Override
    public Findings judge(CaseResult result) {
        Findings findings = judgement.judge(result, run.record());
        findings.lines().forEach(line -> print("# " + line));
        if (!findings.lines().isEmpty()) {
            System.out.println();
        }
        return findings;
    }

    @Override
    public void profile() {
        profiles.run(plan);
    }

    @Override
    public void skip(PlannedCase planned, String reason) {
        run.skip(planned, reason);
    }

    @Override
    public void fail(PlannedCase planned, String reason) {
        run.fail(planned, reason);
    }

    @Override
    public void stop() {
        run.stop();
    }

    @Override
    public void close() {
        try {
            ConsoleStyle style = consoleStyle();
            RunRecord record = finish(style);
            System.out.println(ConsoleReport.tables(record, plan.reference(), style));
            Guards.lines(Guards.of(record))
                    .forEach(warning -> print(ConsoleStyle.wrap("# WARNING: " + warning, style.width(), "#   ")));
            String found = CaseProfile.tables(profiles.profiles(), style);
            System.out.print(found.isEmpty() ? "" : found + System.lineSeparator());
            profiles.profiles().forEach(PublishedRun::printFiles);
            Optional<RunComparison> comparison = compare(record);
            comparison.ifPresent(c -> System.out.println(ConsoleReport.render(c, style)));
            judgement.unchecked().forEach(bound -> print("# WARNING: " + bound));
            write(record, comparison);
            print("# Record and reports: " + run.folder());
            // Last, and not caught: a requested baseline that cannot be saved is a failure.
            history.append(record);
            RunTraining.keep(plan, record, EngineRun::note);
            judgement.save(record).ifPresent(file -> print("# Baseline: " + file));
            comparison.ifPresent(c -> judgement.requireCommonCase(record, c));
            profiles.requireAll();
        } finally {
            run.close();
        }
    }

    /** Writes the record, and prints the results even if it cannot be written. */
    private RunRecord finish(ConsoleStyle style) {
        try {
            return run.finish();
        } catch (UncheckedIOException e) {
            System.out.println(ConsoleReport.tables(run.record(), plan.reference(), style));
            throw e;
        }
    }

    /** Returns the style of this JVM's standard output. */
    static ConsoleStyle consoleStyle() {
        return ConsoleStyle.of(Charset.defaultCharset(), Terminal.isStandardOutput(), System.getenv());
    }

    private static void printFiles(CaseProfile profile) {
        profile.describedFailure().ifPresent(why -> print("# WARNING: " + why));
        profile.describedFiles(profile.name()).forEach(line -> print("# " + line));
    }

    /** Prints a line that may contain foreign text; tables are already printable. */
    private static void print(String line) {
        System.out.println(Printable.lines(line));
    }

    private Optional<RunComparison> compare(RunRecord record) {
        try {
            return judgement.comparison(record);
        } catch (JudgeException e) {
            print("# WARNING: the run cannot be compared as a whole: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void write(RunRecord record, Optional<RunComparison> comparison) {
        List<CaseResult> measured =
                record.cases().stream().filter(c -> c.score().isPresent()).toList();
        String jmhVersion = record.environment().jmh();
        attempt("JMH's JSON", () -> {
            WholeFile.write(
                    run.folder().resolve(ReportFiles.JMH_JSON), out -> JmhJson.write(jmhVersion, measured, out));
            if (plan.reportDirectory().isPresent()) {
                for (Path file : ReportFiles.writeJmhJson(plan.reportDirectory().get(), jmhVersion, measured)) {
                    print("# JMH's JSON: " + file);
                }
            }
        });
        attempt(
                "The report",
                () -> ReportFiles.write(run.folder(), record, comparison, history.points(record), profiles.profiles()));
    }

    /** Writes an output; an error must not make a test fail or prevent other outputs, as the record is already written. */
    private static void attempt(String what, Writing writing) {
        try {
            writing.write();
        } catch (IOException | RuntimeException e) {
            print("# WARNING: " + what + " of this run cannot be written: " + e);
        }
    }

    private interface Writing {
        void write() throws IOException;
    }
}
