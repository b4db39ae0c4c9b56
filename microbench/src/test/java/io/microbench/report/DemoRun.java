// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory.HistoryChange;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/**
 * Creates a synthetic run that looks like a real one: warm-up, forks that differ, sizes, threads, a failure, and a
 * verdict of each kind.
 */
final class DemoRun {

    private static final String[] METHODS = {
        "pooledDirectAllocAndFree", "pooledHeapAllocAndFree", "unpooledHeapAllocAndFree"
    };
    private static final double[] SPEEDS = {11_600, 9_700, 35_800};

    private final Random random;
    private final int forks;
    private final int warmup;
    private final int measured;

    DemoRun(long seed, int forks, int warmup, int measured) {
        this.random = new Random(seed);
        this.forks = forks;
        this.warmup = warmup;
        this.measured = measured;
    }

    /** Returns sizes and thread counts of an allocator, and cases with unusual names and outcomes. */
    RunRecord allocator() {
        List<CaseResult> cases = new ArrayList<>();
        for (int m = 0; m < METHODS.length; m++) {
            for (int size : new int[] {0, 256, 1024, 4096, 16384, 65536}) {
                double speed = SPEEDS[m] / (1 + size / (m == 2 ? 800.0 : 30_000));
                cases.add(result(Samples.id(METHODS[m], Map.of("size", "" + size), 1), "thrpt", "ops/ms", speed));
            }
        }
        cases.set(1, disturbed(cases.get(1)));
        for (int threads : new int[] {1, 2, 4, 8}) {
            CaseId id = new CaseId(
                    "io.netty.microbench.buffer.ContentionBenchmark",
                    "allocate",
                    new TreeMap<>(),
                    threads,
                    Optional.empty());
            cases.add(result(id, "avgt", "ns/op", 80 + 30.0 * threads * threads));
        }
        CaseId odd = Samples.id("encode", Map.of("text", "</script><script>window.stolen=1</script> ä \"' & 100%"), 1);
        cases.add(result(odd, "thrpt", "ops/s", 0.0123456));
        cases.add(Samples.failed(
                Samples.id("unpooledDirectAllocAndFree", Map.of("size", "65536"), 1),
                "java.lang.OutOfMemoryError: Cannot reserve 65536 bytes of <direct> buffer memory"));
        cases.add(CaseResult.planned(
                        Samples.id("adaptiveAllocAndFree", Map.of("size", "0"), 1), Samples.plan("thrpt", 1, forks))
                .skipped("@Disabled: flaky on this machine"));
        CaseResult inside =
                result(Samples.id("pooledDirectAllocAndFree", Map.of("size", "1"), 1), "thrpt", "ops/ms", 5_000);
        cases.add(new CaseResult(
                inside.id(),
                Samples.plan("thrpt", 1, 0),
                Status.DONE,
                "",
                inside.score(),
                Map.of(),
                inside.forks().subList(0, 1)));
        return Samples.run(cases);
    }

    /** Returns the case with three iterations in each fork disturbed by the collector and other causes. */
    private static CaseResult disturbed(CaseResult result) {
        List<ForkResult> disturbed = new ArrayList<>();
        for (ForkResult fork : result.forks()) {
            List<IterationResult> iterations = new ArrayList<>();
            for (IterationResult one : fork.iterations()) {
                boolean hit = iterations.size() % 6 == 5;
                iterations.add(new IterationResult(
                        one.phase(),
                        one.number(),
                        one.end(),
                        one.score(),
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.of(MadeRecords.signs(1, hit ? 0.2 : 0, 0, hit ? 0.3 : 0.01, 0, hit ? 0.1 : 0, hit))));
            }
            disturbed.add(fork.toBuilder()
                    .jvmArgs(List.of("-XX:TieredStopAtLevel=1"))
                    .iterations(iterations)
                    .build());
        }
        return new CaseResult(
                result.id(), result.plan(), result.status(), "", result.score(), result.secondary(), disturbed);
    }

    /** Returns a run with the given number of cases. */
    RunRecord large(int count) {
        List<CaseResult> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CaseId id = new CaseId(
                    "org.example.project.module" + i / 50 + ".SomeRatherLongBenchmarkName",
                    "measureSomethingOfInterest" + i / 5 % 10,
                    new TreeMap<>(Map.of("implementation", "ConcurrentSkipList" + i % 5, "size", "" + (1 << i % 5))),
                    1,
                    Optional.empty());
            cases.add(result(id, "thrpt", "ops/s", 1e6 + 1000 * i));
        }
        return Samples.run(cases);
    }

    private CaseResult result(CaseId id, String mode, String unit, double level) {
        List<ForkResult> results = new ArrayList<>();
        double sum = 0;
        for (int f = 1; f <= forks; f++) {
            double own = level * Math.exp(0.012 * random.nextGaussian());
            List<IterationResult> iterations = new ArrayList<>();
            for (int i = 0; i < warmup + measured; i++) {
                boolean warm = i < warmup;
                double slow = warm ? 1 + 1.5 * Math.exp(-1.2 * i) : 1;
                double factor = slow * Math.exp(0.006 * random.nextGaussian());
                double score = unit.startsWith("ops") ? own / factor : own * factor;
                sum += warm ? 0 : score;
                iterations.add(new IterationResult(
                        warm ? Phase.WARMUP : Phase.MEASUREMENT,
                        warm ? i + 1 : i + 1 - warmup,
                        Samples.START.plusSeconds(30L * f + i),
                        score,
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.empty()));
            }
            results.add(Samples.fork(f, new double[0], Optional.empty()).toBuilder()
                    .iterations(iterations)
                    .echo(Map.of(
                            "allocator", "PooledByteBufAllocator", "unsafe", "true", "thread", "FastThreadLocalThread"))
                    .build());
        }
        CasePlan plan = Samples.plan(mode, id.threads(), forks);
        Metric score = new Metric(sum / (forks * measured), level * 0.0031, unit);
        Map<String, Metric> secondary = Map.of(
                "gc.alloc.rate", new Metric(1234.567891, 12.3456789, "MB/sec"),
                "gc.alloc.rate.norm", new Metric(24 + random.nextInt(3) * 8 + 1e-5, 0.00123, "B/op"),
                "gc.count", new Metric(17, Double.NaN, "counts"),
                "gc.time", new Metric(23, Double.NaN, "ms"));
        return new CaseResult(id, plan, Status.DONE, "", Optional.of(score), secondary, results);
    }

    /** Returns verdicts of every kind for the cases with a score. */
    RunComparison comparison(RunRecord run) {
        List<CaseVerdict> verdicts = new ArrayList<>();
        double[] ratios = {0.931, 1.052, 1.001, 0.992, 0.999, 1.003};
        Verdict[] words = {Verdict.SLOWER, Verdict.FASTER, Verdict.SAME, Verdict.UNDECIDED, Verdict.SAME, Verdict.SAME};
        for (CaseResult result : run.cases()) {
            if (result.score().isPresent() && !result.plan().inProcess()) {
                int i = verdicts.size() % 7 == 0 ? verdicts.size() % 6 : 2 + verdicts.size() % 4;
                double now = Forks.of(result).value();
                boolean more = result.score().get().unit().startsWith("ops");
                double half = words[i] == Verdict.UNDECIDED ? 0.035 : 0.006;
                verdicts.add(VerdictBuilder.of(result.id(), words[i])
                        .baselineValue(more ? now / ratios[i] : now * ratios[i])
                        .candidateValue(now)
                        .unit(result.score().get().unit())
                        .higherIsBetter(more)
                        .ratio(ratios[i])
                        .low(ratios[i] - half)
                        .high(ratios[i] + half)
                        .p(words[i] == Verdict.SAME || words[i] == Verdict.UNDECIDED ? 0.37 : 0.00002)
                        .smallestChange(0.011)
                        .baselineForks(forks)
                        .candidateForks(forks)
                        .moreForks(words[i] == Verdict.UNDECIDED ? OptionalInt.of(9) : OptionalInt.empty())
                        .build());
            }
        }
        verdicts.sort((a, b) -> Double.compare(Math.abs(Math.log(b.ratio())), Math.abs(Math.log(a.ratio()))));
        double mean = verdicts.stream()
                .mapToDouble(v -> Math.log(v.ratio()))
                .average()
                .orElse(Double.NaN);
        return new RunComparison(
                "main (8f62348)",
                "feature/arena (5e33424)",
                verdicts,
                Math.exp(mean),
                Math.exp(mean) * 0.995,
                Math.exp(mean) * 1.005,
                0.01,
                List.of(
                        new EnvironmentDifference(
                                "JDK", "Eclipse Adoptium 21.0.4+7-LTS", "Eclipse Adoptium 21.0.5+11-LTS", true),
                        new EnvironmentDifference("Load before", "0.10", "0.25", false)),
                List.of(Samples.id("gone", Map.of("size", "0"), 1)),
                List.of(Samples.id("adaptiveAllocAndFree", Map.of("size", "0"), 1)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns forty nights of the first case, with one downward step. */
    Map<String, HistorySegment> history(RunRecord run) {
        List<HistoryEntry> entries = new ArrayList<>();
        RunSummary summary = RunSummary.of(run, Optional.empty());
        CaseSummary latest = CaseSummary.of(run.cases().get(0), run).orElseThrow();
        double level = Forks.of(run.cases().get(0)).value();
        for (int night = 0; night < 40; night++) {
            double value = level * (night < 26 ? 1.06 : 1) * Math.exp(0.008 * random.nextGaussian());
            CaseSummary one = CaseSummaryBuilder.of(latest)
                    .value(value)
                    .interval(value * 0.985, value * 1.015)
                    .starved(night == 31 ? OptionalDouble.of(1) : OptionalDouble.empty())
                    .build();
            entries.add(new HistoryEntry(
                    RunSummaryBuilder.of("night-" + night, Samples.START.minus(Duration.ofDays(40 - night)))
                            .commit(Optional.of("c0ffee" + night))
                            .environment(summary.environment())
                            .cases(List.of(one))
                            .build(),
                    one));
        }
        HistoryChange step = new HistoryChange(
                HistoryChange.Kind.SLOWER, entries.get(25), entries.get(26), 1.06 * level, level, 1 / 1.06, 1e-6);
        return Map.of(latest.id(), new HistorySegment(entries, List.of(step)));
    }

    /** Returns all scores of a case, in the order of the page. */
    static double[] scores(CaseResult result) {
        return result.forks().stream()
                .flatMap(f -> f.iterations().stream())
                .mapToDouble(IterationResult::score)
                .toArray();
    }

    static double largest(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }
}
