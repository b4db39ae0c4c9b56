/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.report.ConsoleStyle;
import io.microbench.report.ConsoleTable;
import io.microbench.report.JmhJson;
import io.microbench.report.JmhJsonFiles;
import io.microbench.report.ReportFiles;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.run.BenchmarkRun;
import io.microbench.run.CaseOutcome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run on real forks that ends with its table on the console and its files on disk. */
final class PublishedRun implements CaseRun {

    private final BenchmarkRun run;
    private final Plan plan;

    PublishedRun(BenchmarkRun run, Plan plan) {
        this.run = run;
        this.plan = plan;
    }

    @Override
    public CaseOutcome run(PlannedCase planned) {
        return run.run(planned);
    }

    @Override
    public void skip(PlannedCase planned, String reason) {
        run.skip(planned, reason);
    }

    @Override
    public void stop() {
        run.stop();
    }

    @Override
    public void close() {
        try {
            RunRecord record = run.finish();
            System.out.println(ConsoleTable.render(
                    record.cases(), ConsoleStyle.of(Charset.defaultCharset(), false, System.getenv())));
            write(record);
            System.out.println("# Record and reports: " + run.folder());
        } finally {
            run.close();
        }
    }

    private void write(RunRecord record) {
        List<CaseResult> measured =
                record.cases().stream().filter(c -> c.score().isPresent()).toList();
        String jmhVersion = record.environment().jmh();
        try {
            write("jmh.json", JmhJson.write(jmhVersion, measured));
            ReportFiles.write(run.folder(), record, Optional.empty(), Map.of());
            if (plan.reportDirectory().isPresent()) {
                for (Path file : JmhJsonFiles.write(plan.reportDirectory().get(), jmhVersion, measured)) {
                    System.out.println("# JMH's JSON: " + file);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The run itself is safe in its record; that it cannot be drawn must not turn a test red.
            System.out.println("# WARNING: the reports of this run cannot be written: " + e);
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(run.folder().resolve(name), text);
    }
}
