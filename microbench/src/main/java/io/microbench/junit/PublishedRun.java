// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.judge.JudgeException;
import io.microbench.judge.RunComparison;
import io.microbench.junit.Judgement.Findings;
import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ProcFolder;
import io.microbench.report.CaseProfile;
import io.microbench.report.ConsoleReport;
import io.microbench.report.JmhJson;
import io.microbench.report.RateTable;
import io.microbench.report.ReportFiles;
import io.microbench.report.VerdictTable;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.run.BriefScreen;
import io.microbench.run.PlanRun;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Printable;
import io.microbench.text.WholeFile;
import io.microbench.warning.Warning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A run with real forks that prints its table and writes its files at the end. */
record PublishedRun(PlanRun run, Plan plan, Judgement judgement, RunHistory history, SuiteProfiles profiles)
        implements EngineRun {

    @Override
    public void measure(List<PlannedCase> cases) {
        run.measure(cases, soFar -> judgement.undecided(soFar, run.record()));
    }

    @Override
    public PlanRun run() {
        return run;
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
    public void close() {
        try {
            ConsoleStyle style = consoleStyle();
            RunRecord record = finish(style);
            System.out.println(tables(record, style));
            List<Warning> warnings = Warning.of(record);
            (BriefScreen.rows().isPresent() ? Warning.marks(warnings) : Warning.lines(warnings))
                    .forEach(warning -> print(ConsoleStyle.wrap("# WARNING: " + warning, style.width(), "#   ")));
            String found = CaseProfile.tables(profiles.profiles(), style);
            System.out.print(found.isEmpty() ? "" : found + System.lineSeparator());
            profiles.profiles().forEach(PublishedRun::printFiles);
            Optional<RunComparison> comparison = compare(record);
            comparison.ifPresent(c -> System.out.println(VerdictTable.render(c, style)));
            judgement.unchecked().forEach(bound -> print("# WARNING: " + bound));
            write(record, comparison);
            print("# Record and reports: " + run.folder());
            if (BriefScreen.rows().isPresent()) {
                print("# All results, charts and explanations of warnings: "
                        + run.folder().resolve(ReportFiles.HTML));
            }
            // These steps come last, and their exceptions are not caught: a requested baseline that cannot be saved is
            // a failure.
            history.append(record);
            RunTraining.keep(plan, record, EngineRun::note);
            judgement.save(record).ifPresent(file -> print("# Baseline: " + file));
            comparison.ifPresent(c -> judgement.requireCommonCase(record, c));
            profiles.requireAll();
        } finally {
            run.close();
        }
    }

    /** Writes the record; prints the results even if that fails. */
    private RunRecord finish(ConsoleStyle style) {
        try {
            return run.finish();
        } catch (UncheckedIOException e) {
            System.out.println(tables(run.record(), style));
            throw e;
        }
    }

    private String tables(RunRecord record, ConsoleStyle style) {
        return BriefScreen.rows()
                .filter(rows -> plan.reference().isEmpty())
                .flatMap(rows -> RateTable.render(record.cases(), rows, style))
                .orElseGet(() -> ConsoleReport.tables(record, plan.reference(), style));
    }

    static ConsoleStyle consoleStyle() {
        return ConsoleStyle.of(Charset.defaultCharset(), printsToTerminal(), System.getenv());
    }

    /**
     * Returns whether standard output is a terminal. Under Surefire it is a pipe, whose content is part of reports. False without {@code
     * /proc}.
     */
    private static boolean printsToTerminal() {
        return ProcFolder.OF_THIS_MACHINE
                .target("self/fd/1")
                .filter(target -> target.startsWith("/dev/pts/") || target.startsWith("/dev/tty"))
                .isPresent();
    }

    private static void printFiles(CaseProfile profile) {
        profile.describedFailure().ifPresent(why -> print("# WARNING: " + why));
        profile.describedFiles(profile.name()).forEach(line -> print("# " + line));
    }

    /** Prints a line that may contain external text; tables are already printable. */
    static void print(String line) {
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
        List<CaseResult> cases = record.cases();
        String jmhVersion = record.environment().jmh();
        attempt("JMH's JSON", () -> {
            WholeFile.write(run.folder().resolve(ReportFiles.JMH_JSON), out -> JmhJson.write(jmhVersion, cases, out));
            if (plan.reportDirectory().isPresent()) {
                for (Path file : ReportFiles.writeJmhJson(plan.reportDirectory().get(), jmhVersion, cases)) {
                    print("# JMH's JSON: " + file);
                }
            }
        });
        attempt("The report", () -> ReportFiles.write(run.folder(), record, comparison, history.upTo(record)));
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

    /** Checks the folders for the results of a run, before the first fork. */
    static final class ResultFolders {

        private ResultFolders() {}

        /**
         * Checks all folders of a plan. A history in a database is opened instead, by {@link RunHistory}.
         *
         * @throws ConfigurationException if one cannot be written to; it names the setting
         */
        static void require(Plan plan) {
            Judging judging = plan.judging();
            require("microbench.output", plan.output());
            plan.reportDirectory().ifPresent(folder -> require("perfReportDir", folder));
            judging.saveAs().ifPresent(name -> require("microbench.baselineDir", judging.baselines()));
            judging.history()
                    .filter(place -> !place.startsWith("jdbc:"))
                    .ifPresent(place ->
                            require("microbench.history", judging.directory().resolve(place)));
        }

        private static void require(String setting, Path folder) {
            WholeFile.folderObstacle(folder).ifPresent(why -> {
                throw new ConfigurationException(
                        setting + " = \"" + folder + "\": " + why + ". Choose a folder that you may write to.");
            });
        }
    }
}
