// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.report.ConsoleReport;
import io.microbench.report.CsvReport;
import io.microbench.report.HtmlReport;
import io.microbench.report.JmhJson;
import io.microbench.report.MarkdownReport;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Measured;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores, reads, compares and reports a run of 600 cases of 10 forks of 3,000 iterations.
 *
 * <p>{@code ./mvnw -pl microbench/comparison -am test -Dgroups=scale -DexcludedGroups= -Dtest=ScaleTest
 * -DargLine=-Xmx1g}: it passes if it ends. It needs 3 GB of disk.
 */
@Tag("scale")
class ScaleTest {

    private static final int CASES = Integer.getInteger("scale.cases", 600);
    private static final int FORKS = 10;
    private static final int ITERATIONS = 3_000;

    @TempDir
    Path folder;

    /** A sink for text that does not fit into the heap. */
    private static final class Counter extends Writer {

        private long characters;
        private long lines;

        @Override
        public void write(char[] text, int offset, int length) {
            characters += length;
            for (int i = offset; i < offset + length; i++) {
                lines += text[i] == '\n' ? 1 : 0;
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private long began = System.nanoTime();

    private void say(String what) {
        long now = System.nanoTime();
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.out.printf(
                "%s: %.0f s, %d MB of heap in use of %d MB%n",
                what,
                (now - began) / 1e9,
                (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                runtime.maxMemory() >> 20);
        began = System.nanoTime();
    }

    private static CaseResult planned(int number) {
        Duration time = Duration.ofMillis(100);
        CaseId id =
                new CaseId("io.acme.Codec", "encode", new TreeMap<>(Map.of("size", "" + number)), 1, Optional.empty());
        CasePlan plan = CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("MILLISECONDS")
                .forks(FORKS)
                .warmup(new IterationPlan(ITERATIONS / 10, time, 1))
                .measurement(new IterationPlan(ITERATIONS - ITERATIONS / 10, time, 1))
                .profilers(List.of("gc"))
                .build();
        return CaseResult.planned(id, plan);
    }

    private static ForkResult fork(int number, Instant start, List<IterationResult> iterations) {
        return ForkResult.builder(number)
                .pid(4000 + number)
                .start(start)
                .end(start.plusSeconds(310))
                .jvm("java")
                .jdkVersion("17")
                .vm("VM 17")
                .blackholeMode("compiler")
                .iterations(iterations)
                .build();
    }

    private Path keep() {
        List<CaseResult> cases =
                IntStream.range(0, CASES).mapToObj(ScaleTest::planned).toList();
        RunFolder made = RunFolder.create(
                folder,
                MadeRun.START,
                RunReader.read(MadeRun.in(folder.resolve("small")).path()).environment(),
                List.of(),
                cases);
        List<IterationResult> iterations = Measured.iterations(ITERATIONS, MadeRun.START);
        for (CaseResult each : cases) {
            for (int number = 1; number <= FORKS; number++) {
                made.append(each.id(), fork(number, MadeRun.START, iterations));
            }
            made.end(new CaseResult(
                    each.id(),
                    each.plan(),
                    CaseResult.Status.DONE,
                    "",
                    Optional.of(new Metric(11_600, 3, "ops/ms")),
                    Map.of("gc.alloc.rate.norm", new Metric(24, 0.1, "B/op")),
                    List.of()));
        }
        say("measured, a line for each fork");
        made.finish(MadeRun.START.plusSeconds(9));
        return made.path();
    }

    @Test
    void handlesRunOfMillionsOfIterations() throws IOException {
        Path kept = keep();
        say("written as a whole");
        long bytes = Files.size(kept.resolve("run.json"));
        System.out.printf("%d bytes, %.1f for each iteration%n", bytes, bytes / ((double) CASES * FORKS * ITERATIONS));
        RunRecord run = RunReader.readSound(kept);
        say("read");
        RunComparison comparison = Judge.compare("old", RunReader.readSound(kept), "new", run, JudgeSettings.DEFAULTS);
        say("another one read and compared");
        assertThat(comparison.verdicts()).hasSize(CASES);
        ConsoleReport.render(run, Optional.of(comparison), Optional.empty(), ConsoleStyle.plain());
        MarkdownReport.render(run, Optional.of(comparison));
        CsvReport.statistics(run);
        say("console, Markdown, CSV of statistics");
        String page = HtmlReport.render(run, Optional.of(comparison), Map.of());
        System.out.printf("HTML page of %d characters%n", page.length());
        assertThat(page).hasSizeLessThan(4_000_000);
        say("HTML");
        WholeFile.write(folder.resolve("jmh.json"), out -> JmhJson.write("1.37", run.cases(), out));
        say("JMH's JSON");
        Counter counter = new Counter();
        CsvReport.raw(run, counter);
        System.out.printf("CSV of %d characters%n", counter.characters);
        assertThat(counter.lines).isEqualTo(1 + (long) CASES * FORKS * ITERATIONS);
        say("CSV of every iteration");
    }
}
