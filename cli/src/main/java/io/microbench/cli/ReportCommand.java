/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.ab.ComparisonReader;
import io.microbench.report.ConsoleReport;
import io.microbench.report.JmhJson;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws a run or a comparison that was kept. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Draws a run or a comparison from its folder, also one that was killed or is still going on.")
final class ReportCommand implements Callable<Integer> {

    /** What a run can be drawn as. */
    enum Format {
        TABLE,
        JMH_JSON
    }

    private final Console console;

    @Parameters(
            paramLabel = "DIR",
            description = "Folder of a run (with run.json) or of a comparison (comparison.json).")
    private Path folder = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Of a run: table, or jmh-json for JMH's own result format. Default: table.")
    private Format format = Format.TABLE;

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "What alternatives are held against: a method, parameter=value or threads=n.")
    private Optional<String> reference = Optional.empty();

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (ComparisonReader.isComparison(folder)) {
            console.out().print(ConsoleReport.render(ComparisonReader.read(folder), console.style()));
            return ExitCode.FINE;
        }
        RunRecord run = RunReader.read(folder);
        console.out()
                .print(
                        switch (format) {
                            case TABLE -> ConsoleReport.render(run, Optional.empty(), reference, console.style());
                            case JMH_JSON -> JmhJson.write(run.environment().jmh(), run.cases());
                        });
        return ExitCode.FINE;
    }
}
