// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.Counters.Reading;
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
 * Watches the iterations of a fork: reports to the host what happened around each ({@link Signs}), and ends the fork
 * when its stop rule, if any, is satisfied.
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

    @Override
    public String getDescription() {
        return "Watches iterations and ends the fork when enough has been measured";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams params) {
        if (counters.isEmpty()) {
            begin(benchmark);
        }
        if (barrier.isPresent()) {
            barrier.get().await();
        }
        ExtraResults.begin();
        before = Optional.of(counters.orElseThrow().read());
    }

    /** Avoids lambdas and classes that this fork does not need: each takes a millisecond before the first iteration. */
    private void begin(BenchmarkParams benchmark) {
        Counters all = Counters.ofThisJvm();
        counters = Optional.of(all);
        if (System.getProperty(IterationBarrier.FILE) != null) {
            barrier = IterationBarrier.ofThisFork();
        }
        int processors = Integer.getInteger(PROCESSORS, Runtime.getRuntime().availableProcessors());
        if (benchmark.getThreads() >= processors) {
            all.includeProcess();
        }
        starvation = Optional.of(new Starvation(benchmark.getThreads(), processors));
        counted = Optional.of(new CountedRate(benchmark.getThreads(), processors));
        String rule = System.getProperty(RULE);
        if (rule != null) {
            StopRule found = StopRule.of(rule);
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
        List<Result<?>> more = ExtraResults.take(benchmark);
        signs.addAll(more);
        counted.orElseThrow().add(params, result, span.seconds());
        iteration++;
        if (pilot.isPresent()) {
            decide(pilot.get(), point(result, more, span), starved, span).ifPresent(end -> {
                // JMH runs the last iteration: the decision has been made.
                pilot = Optional.empty();
                loop.orElseThrow().endWith(params, iteration + 1);
                signs.add(Signs.result(Signs.STOP, end.reason().code()));
                signs.add(Signs.result(Signs.FROM, end.from()));
            });
        }
        return signs;
    }

    private static Optional<Pilot.End> decide(Pilot pilot, Optional<Point> point, boolean starved, Reading span) {
        return starved || point.isEmpty() ? pilot.afterBusy(span.seconds()) : pilot.afterQuiet(point.get());
    }

    /** Returns the time of an operation or of a unit of work, in every mode; empty if the iteration completed none. */
    Optional<Point> point(IterationResult result, List<Result<?>> more, Reading span) {
        if (result.getRawPrimaryResults().isEmpty()) {
            // A thread threw, and JMH is about to report it.
            return Optional.empty();
        }
        double score = more.stream()
                .filter(each -> each.getRole().isPrimary())
                .findFirst()
                .orElseGet(result::getPrimaryResult)
                .getScore();
        double time = rate ? 1 / score : score;
        return Double.isFinite(time) && time > 0
                ? Optional.of(new Point(time, span.seconds(), span.compiling()))
                : Optional.empty();
    }
}
