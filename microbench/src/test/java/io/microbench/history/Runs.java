// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.Mode;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/** Creates summaries of synthetic runs. */
final class Runs {

    static final Instant START = Instant.parse("2026-03-01T02:30:00Z");
    static final Fingerprint MACHINE = new Fingerprint(
            "Eclipse Adoptium 21.0.5+11-LTS", "OpenJDK 64-Bit Server VM 21.0.5", "AMD EPYC 7763", "Linux");
    static final String ENCODE = "com.acme.CodecBenchmark.encode:size=1024,threads=1";
    static final String DECODE = "com.acme.CodecBenchmark.decode:size=1024,threads=1";

    private Runs() {}

    static CaseSummary time(String id, double... forkValues) {
        return summary(id, "avgt", "ns/op", OptionalDouble.of(24), forkValues);
    }

    static CaseSummary throughput(String id, double... forkValues) {
        return summary(id, "thrpt", "ops/ms", OptionalDouble.empty(), forkValues);
    }

    static CaseSummary summary(String id, String mode, String unit, OptionalDouble bytes, double... forkValues) {
        ForkEstimate estimate = ForkEstimate.of(forkValues);
        return CaseSummaryBuilder.of(id, estimate.value())
                .unit(Mode.of(mode), unit)
                .interval(estimate.interval(Confidence.OVER_FORKS.level()))
                .allocatedBytes(bytes)
                .forks(forkValues)
                .setup(new ForkSetup(MACHINE.vm(), List.of("-Xms1g", "-Dname=\"a, b\""), "compiler", List.of()))
                .build();
    }

    /** Returns the same case with the given share of its iterations starved. */
    static CaseSummary starved(CaseSummary summary, double share) {
        return CaseSummaryBuilder.of(summary).starved(share).build();
    }

    /** Returns the same case with the given facts of its forks. */
    static CaseSummary with(CaseSummary summary, String... facts) {
        ForkSetup setup = summary.setup();
        return CaseSummaryBuilder.of(summary)
                .setup(new ForkSetup(setup.vm(), setup.jvmArgs(), setup.blackholeMode(), List.of(facts)))
                .build();
    }

    /** Returns the run of the given night, counted from 0, on branch main. */
    static RunSummary night(int number, CaseSummary... cases) {
        return night(number, MACHINE, cases);
    }

    static RunSummary night(int number, Fingerprint machine, CaseSummary... cases) {
        return RunSummaryBuilder.of(
                        String.format(Locale.ROOT, "night-%03d", number), START.plus(Duration.ofDays(number)))
                .commit(Optional.of(commit(number)))
                .branch(Optional.of("main"))
                .environment(machine)
                .cases(List.of(cases))
                .build();
    }

    static String commit(int night) {
        return String.format(Locale.ROOT, "c0ffee%03d", night);
    }

    static RunSummary onBranch(RunSummary run, Optional<String> branch) {
        return RunSummaryBuilder.of(run).branch(branch).build();
    }

    /** Returns a night for each value, each with one case of one fork in ns/op. */
    static List<RunSummary> nights(double... values) {
        List<RunSummary> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(night(runs.size(), time(ENCODE, value)));
        }
        return runs;
    }

    /** Returns values of nightly runs around the given levels, with a spread of 1 %; the same for the same seed. */
    static double[] noisy(long seed, double... levels) {
        Random random = new Random(seed);
        double[] values = new double[levels.length];
        for (int i = 0; i < levels.length; i++) {
            values[i] = levels[i] * (1 + 0.01 * random.nextGaussian());
        }
        return values;
    }

    /** Returns {@code count} nights; those from {@code step} on have the second level. */
    static double[] step(int count, int step, double before, double after) {
        double[] levels = new double[count];
        for (int i = 0; i < count; i++) {
            levels[i] = i < step ? before : after;
        }
        return levels;
    }
}
