// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Watches the iterations of a fork: reports to the host what happened around each ({@link Signs}), and ends a fork with a stop rule
 * when the rule is satisfied.
 *
 * <p>Works between iterations, never inside one. JMH also creates an instance in the host, which does nothing.
 */
public final class ForkMeter implements InternalProfiler {

    /** The system property with the name of the stop rule; not set in a fork with a fixed number of iterations. */
    public static final String RULE = "microbench.fork.rule";

    /** The system property with the seconds of iterations after which the fork ends; not set without a limit. */
    public static final String LIMIT = "microbench.fork.limit";

    /** The system property that is true if scores are operations per unit of time, not times per operation. */
    public static final String RATE = "microbench.fork.rate";

    /** The system property with the share of starvation, in 0..1, above which an iteration counts as starved. */
    public static final String STARVATION = "microbench.fork.starvation";

    /** The system property with the number of processors of a pinned fork; not set in a fork that may use all. */
    public static final String PROCESSORS = "microbench.fork.processors";

    /** Default share of its time that an iteration may wait: 5 %, or 5 ms in 100. */
    public static final double MOST_STARVATION = 0.05;

    private final double accepted =
            Double.parseDouble(System.getProperty(STARVATION, Double.toString(MOST_STARVATION)));
    private final boolean rate = Boolean.getBoolean(RATE);
    private Optional<IterationBarrier> barrier = Optional.empty();
    private Optional<IterationCount> loop = Optional.empty();
    private Optional<Pilot> pilot = Optional.empty();
    private Optional<Starvation> starvation = Optional.empty();
    private Optional<CountedRate> counted = Optional.empty();
    private Optional<Counters> counters = Optional.empty();
    private Optional<Reading> before = Optional.empty();
    private int iteration;

    /** Called by JMH for each run of a benchmark. */
    public ForkMeter() {}

    @Override
    public String getDescription() {
        return "Watches iterations and ends the fork when enough has been measured";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams params) {
        if (counters.isEmpty()) {
            begin(benchmark);
        }
        barrier.ifPresent(IterationBarrier::await);
        MoreResults.begin();
        before = counters.map(Counters::read);
    }

    private void begin(BenchmarkParams benchmark) {
        counters = Optional.of(Counters.ofThisJvm());
        barrier = IterationBarrier.ofThisFork();
        int processors = Integer.getInteger(PROCESSORS, Runtime.getRuntime().availableProcessors());
        starvation = Optional.of(new Starvation(benchmark.getThreads(), processors));
        counted = Optional.of(new CountedRate(benchmark.getThreads(), processors));
        String rule = System.getProperty(RULE);
        if (rule != null) {
            StopRule found =
                    StopRule.byName(rule).orElseThrow(() -> new IllegalStateException("Unknown stop rule " + rule));
            loop = Optional.of(IterationCount.probe());
            double limit = Double.parseDouble(System.getProperty(LIMIT, "Infinity"));
            pilot = Optional.of(new Pilot(found, limit));
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams params, IterationResult result) {
        Reading span = counters.orElseThrow().read().since(before.orElseThrow());
        double share = starvation.orElseThrow().of(span);
        boolean starved = share > accepted;
        List<Result<?>> signs = new ArrayList<>(Signs.of(span, share, starved));
        signs.addAll(MoreResults.take());
        counted.orElseThrow().add(params, result, span.seconds());
        iteration++;
        pilot.flatMap(p -> decide(p, point(result, span), starved, span)).ifPresent(end -> {
            // There is nothing left to decide while JMH runs the last one.
            pilot = Optional.empty();
            loop.orElseThrow().endWith(params, iteration + 1);
            signs.add(Signs.result(Signs.STOP, end.reason().code()));
            signs.add(Signs.result(Signs.FROM, end.from()));
        });
        return signs;
    }

    private static Optional<Pilot.End> decide(Pilot pilot, Optional<Point> point, boolean starved, Reading span) {
        return starved || point.isEmpty() ? pilot.afterBusy(span.seconds()) : pilot.afterQuiet(point.get());
    }

    /** Returns the time of an operation in every mode; empty if the iteration counted no operation. */
    private Optional<Point> point(IterationResult result, Reading span) {
        if (result.getRawPrimaryResults().isEmpty()) {
            // A thread threw, and JMH is about to report it.
            return Optional.empty();
        }
        double score = result.getPrimaryResult().getScore();
        double time = rate ? 1 / score : score;
        return Double.isFinite(time) && time > 0
                ? Optional.of(new Point(time, span.seconds(), span.compiling()))
                : Optional.empty();
    }
}
