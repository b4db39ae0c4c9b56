// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.Counters.Reading;
import io.microbench.fork.ForkProbe.ForkFacts;
import io.microbench.fork.Signs.StopReason;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

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

    /** Called by JMH in the host and in the fork, some time before the first iteration. */
    public ForkMeter() {
        if (System.getProperty(ForkProbe.ID) != null) {
            // JMH prepares the benchmark meanwhile.
            Thread thread = new Thread(Counters::ofThisJvm, "microbench-counters");
            thread.setDaemon(true);
            thread.start();
        }
    }

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

    /**
     * Computes from counters the share of an iteration's time for which its threads waited for a processor.
     *
     * <p>On Linux, the kernel counts for each thread the time it waited in a run queue; the sum over all threads divided by
     * their time is this share. Threads that fill all processors also wait for each other, which is their own load and not
     * a disturbance: then the share is at most the processor time that the process did not get. Time that the hypervisor
     * withheld, and for which a container's limit stopped the process, is added; in both cases the thread seems to be
     * running.
     *
     * <p>If run queues are not counted, the processor time of the process is compared with the maximum of the iterations of
     * the same fork so far: work that blocks uses less than a processor, but always about the same. This detects only an
     * iteration that got less than another, not a machine that is always busy.
     */
    static final class Starvation {

        private final int threads;
        private final int processors;
        private double mostCpu;

        /**
         * Creates the computation for a fork.
         *
         * @param threads worker threads, at least 1
         * @param processors number of processors that the JVM may use, at least 1
         */
        Starvation(int threads, int processors) {
            this.threads = threads;
            this.processors = processors;
        }

        /** Returns the starved share of an iteration, from 0 to 1, computed from its readings. */
        double of(Reading span) {
            if (span.seconds() <= 0) {
                return 0;
            }
            double share =
                    span.waiting().isPresent() ? waiting(span.waiting().getAsDouble(), span) : lessThanBefore(span);
            double outside = span.stolen() / (span.seconds() * processors) + span.throttled() / span.seconds();
            return Math.min(1, share + outside);
        }

        private double waiting(double seconds, Reading span) {
            double share = seconds / (span.seconds() * threads);
            if (threads < processors || Double.isNaN(span.processCpu())) {
                return share;
            }
            double notHad = 1 - span.processCpu() / (span.seconds() * processors);
            return Math.max(0, Math.min(share, notHad));
        }

        private double lessThanBefore(Reading span) {
            if (Double.isNaN(span.processCpu())) {
                return 0;
            }
            double cpu = span.processCpu() / (span.seconds() * Math.min(threads, processors));
            mostCpu = Math.max(mostCpu, Math.min(1, cpu));
            return mostCpu > 0 ? Math.max(0, 1 - cpu / mostCpu) : 0;
        }
    }

    /**
     * Divides the operations that JMH counted in an iteration by the time that the iteration took. With more threads than
     * processors, that time is often much longer than planned: JMH waits until each thread has run.
     */
    public static final class CountedRate {

        /** The fact with the operations per second of all threads, the median of the measured iterations so far. */
        public static final String FACT = "jmh.counted.rate";

        private final int threads;
        private final int processors;
        private final List<Double> rates = new ArrayList<>();

        CountedRate(int threads, int processors) {
            this.threads = threads;
            this.processors = processors;
        }

        /**
         * Records an iteration, unless the fork has a processor for each thread.
         *
         * @param seconds the time from before its threads were started until all had ended
         */
        void add(IterationParams params, IterationResult result, double seconds) {
            if (threads <= processors || params.getType() != IterationType.MEASUREMENT) {
                return;
            }
            IterationResultMetaData counted = result.getMetadata();
            if (counted != null && seconds > 0) {
                add(counted.getAllOps() / seconds);
                ForkFacts.put(FACT, String.format(Locale.ROOT, "%.3f", median()));
            }
        }

        void add(double rate) {
            rates.add(rate);
        }

        double median() {
            Collections.sort(rates);
            int middle = rates.size() / 2;
            return rates.size() % 2 == 1 ? rates.get(middle) : (rates.get(middle - 1) + rates.get(middle)) / 2;
        }
    }

    /**
     * Decides after each iteration of a fork whether another one is needed.
     *
     * <p>The stop rule only sees quiet iterations. Two limits apply to all rules: the time that the host gives the fork,
     * and the time that it may run on a machine that is busy with other work.
     */
    static final class Pilot {

        /** Why a fork ends, and the index from 0 of its first measured iteration. */
        record End(StopReason reason, int from) {}

        /** With fewer quiet iterations than this, and more busy ones, a fork ends without a result. */
        private static final int LEAST_QUIET = 3;

        /** A fork runs for at least this long before it gives up for lack of quiet time, in seconds. */
        private static final double PATIENCE = 10;

        /** A fork also continues as long as at least every fourth second is quiet. */
        private static final double BUSY_TO_QUIET = 3;

        private final StopRule.Watch watch;
        private final double limit;
        /** Indexes of the quiet iterations among all. */
        private final List<Integer> quiet = new ArrayList<>();

        private int iterations;
        private double quietSeconds;
        private double seconds;

        /**
         * Creates the pilot of a fork.
         *
         * @param limit the seconds of iterations after which the fork ends; infinite for none
         */
        Pilot(StopRule rule, double limit) {
            this.watch = rule.begin();
            this.limit = limit;
        }

        /** Adds an iteration that was starved or has no usable value. */
        Optional<End> afterBusy(double length) {
            iterations++;
            seconds += length;
            return limits(length);
        }

        Optional<End> afterQuiet(Point point) {
            quiet.add(iterations++);
            seconds += point.seconds();
            quietSeconds += point.seconds();
            Decision decision = watch.after(point);
            if (decision instanceof Decision.Done done) {
                return Optional.of(new End(StopReason.STEADY, quiet.get(done.from())));
            }
            if (decision instanceof Decision.Unsteady unsteady) {
                return Optional.of(new End(StopReason.UNSTEADY, quiet.get(unsteady.from())));
            }
            return limits(point.seconds());
        }

        /** Checks the limits; the iteration after a decision always runs, and its time counts. */
        private Optional<End> limits(double last) {
            if (seconds + last >= limit) {
                return Optional.of(timeIsUp());
            }
            double busy = seconds - quietSeconds;
            return busy > PATIENCE && busy > BUSY_TO_QUIET * quietSeconds
                    ? Optional.of(new End(StopReason.NO_QUIET_TIME, 0))
                    : Optional.empty();
        }

        private End timeIsUp() {
            int seen = quiet.size();
            boolean tooFewQuiet = seen == 0 || (seen < LEAST_QUIET && seen < iterations - seen);
            return tooFewQuiet
                    ? new End(StopReason.NO_QUIET_TIME, 0)
                    : new End(StopReason.OUT_OF_TIME, quiet.get(seen / 2));
        }
    }

    /**
     * Ends JMH's loop over iterations from inside, for which JMH has no setting.
     *
     * <p>{@code BaseRunner.runBenchmark} of JMH 1.37 evaluates {@code i <= params.getCount()} before every iteration,
     * and passes {@code i == params.getCount()} to it as "the last one", upon which the state objects of the trial are
     * torn down. JMH passes the same {@link IterationParams} to every profiler. So a profiler that sets their count to
     * the number of the next iteration makes JMH run one more, tear everything down and end normally.
     *
     * <p>Alternatives: a separate main class in JMH's package, with a subclass of its {@code ForkedRunner}, needs no reflection,
     * but a copy of {@code ForkedMain} (link, streams, shutdown, watchdog) under JMH's licence, four package-private signatures,
     * and a package split between two jars; it discards one iteration for the tear-down, which is kept here. Halting or throwing
     * skips the tear-down. The chosen way leaves all measuring code to JMH, and depends on one field, which {@link #probe} checks
     * before the first iteration.
     */
    record IterationCount(Field field) {

        private static final String FIELD = "count";

        /**
         * Checks that this version of JMH and this JVM support it.
         *
         * @throws IllegalStateException if they do not; the message says what to do
         */
        static IterationCount probe() {
            try {
                Field field = field(IterationParams.class);
                if (field.getType() != int.class || Modifier.isStatic(field.getModifiers())) {
                    throw new NoSuchFieldException(field.toString());
                }
                field.setAccessible(true);
                return new IterationCount(field);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw unable(e);
            }
        }

        private static Field field(Class<?> type) throws NoSuchFieldException {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (field.getName().equals(FIELD)) {
                        return field;
                    }
                }
            }
            throw new NoSuchFieldException(FIELD);
        }

        /** Makes the given iteration, counted from 1 and not begun yet, the last one. */
        void endWith(IterationParams params, int iteration) {
            try {
                field.setInt(params, iteration);
            } catch (IllegalAccessException e) {
                throw unable(e);
            }
            if (params.getCount() != iteration) {
                throw unable(new IllegalStateException(params.toString()));
            }
        }

        private static IllegalStateException unable(Exception cause) {
            return new IllegalStateException(
                    "This version of JMH or this JVM does not let a fork end early (" + cause
                            + "). Measure with fixed numbers of forks and iterations: without microbench.precision,"
                            + " microbench.budget and @Precision.",
                    cause);
        }
    }
}
