// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.Calibration;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationSigns.Sign;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import io.microbench.stats.Percentiles.Fences;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Finds the warnings about a single case. */
final class CaseWarnings {

    /**
     * The share of an iteration that other activities may take.
     *
     * <p>This is five times the default equivalence band of verdicts. The median over the iterations of a fork is
     * robust to smaller shares, and to a few larger ones.
     */
    static final double MOST_PAUSED = 0.05;

    /**
     * The tolerated share of iterations with longer stops: when all threads are being stopped, a thread that waits for
     * a processor delays the others.
     */
    private static final double OFTEN = 0.1;

    /** The cycle time of a processor with unknown clock rate: 3.3 GHz. */
    static final double USUAL_CYCLE_NANOS = 0.3;

    private static final double NANOS_AT_ONE_MEGAHERTZ = 1000;

    private final Environment environment;
    private final Optional<Calibration> calibration;
    private final boolean isOpen;
    private final CaseResult result;
    private final List<Warning> found = new ArrayList<>();

    CaseWarnings(RunRecord run, CaseResult result) {
        // All forks with a value ran on nodes of the same kind.
        Optional<ForkResult> first = result.forksWithValue().stream().findFirst();
        this.environment = first.map(run::environment).orElse(run.environment());
        this.calibration = first.map(run::calibration).orElse(run.calibration());
        this.isOpen = run.end().isEmpty();
        this.result = result;
    }

    List<Warning> all() {
        compiler();
        leftOut();
        noUnit();
        if (!result.isOfUnits()) {
            calls();
        }
        paused("garbage collection", fork -> fork.measuredSigns(Sign.COLLECTING), 0, "");
        paused("the hypervisor (steal time)", this::stolen, 0, "");
        paused("the container's limit (throttling)", fork -> fork.measuredSigns(Sign.THROTTLED), 0, "");
        // Excludes stops for garbage collection, which are reported above. Concurrent collectors report more time than
        // that for which threads are stopped.
        paused(
                "safepoints other than for garbage collection",
                CaseWarnings::stoppedForOthers,
                OFTEN,
                " Thread dumps, profilers and recompiled code cause them. The JVM argument -Xlog:safepoint logs"
                        + " their causes.");
        fences();
        return found;
    }

    private void calls() {
        CallWarnings.rate(result).ifPresent(found::add);
        result.score()
                .flatMap(score -> CallWarnings.nanos(result, score.unit(), score.score()))
                .ifPresent(nanos -> {
                    clock(nanos * CallWarnings.batch(result.plan()));
                    tooFast(nanos);
                });
    }

    private void add(Warning.Kind kind, String format, Object... arguments) {
        addOf("", kind, format, arguments);
    }

    private void addOf(String cause, Warning.Kind kind, String format, Object... arguments) {
        found.add(Warning.of(result, kind, cause, format, arguments));
    }

    private void compiler() {
        List<String> arguments = result.forks().stream()
                .flatMap(fork -> fork.jvmArgs().stream())
                .distinct()
                .toList();
        if (arguments.contains("-Xint") || arguments.contains("-XX:TieredStopAtLevel=0")) {
            addOf(
                    "interpreted only",
                    Warning.Kind.COMPILER,
                    "its forks only interpreted the code; compiled code may behave differently. Remove -Xint.");
            return;
        }
        arguments.stream()
                .filter(argument -> argument.matches("-XX:TieredStopAtLevel=[1-3]|-XX:CompilationMode=quick-only"))
                .findFirst()
                .ifPresent(argument -> addOf(
                        "C1 only",
                        Warning.Kind.COMPILER,
                        "its forks compiled with C1 only; JVMs in production also use C2. Remove %s.",
                        argument));
    }

    static boolean wasStopped(ForkResult fork) {
        return fork.failure().filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent();
    }

    private void leftOut() {
        int forks = result.forksWithValue().size();
        int planned = result.plan()
                .adaptive()
                .map(AdaptivePlan::smallestForks)
                .orElse(result.plan().forks());
        if (forks > 0 && forks < planned && (isOpen || result.forks().stream().anyMatch(CaseWarnings::wasStopped))) {
            add(
                    Warning.Kind.STOPPED,
                    "the run ended early; the score is that of %d of %d forks. Run it again for all forks.",
                    forks,
                    planned);
            return;
        }
        String what = result.leftOut();
        if (!what.isEmpty()) {
            add(Warning.Kind.LEFT_OUT, "%s. Statistics across forks use only the others.", what);
        }
    }

    private void noUnit() {
        if (units("completed") == 0) {
            add(
                    Warning.Kind.NO_UNIT,
                    "no unit of AsyncWork was completed in a measured iteration (failed: %.0f, late: %.0f, unfinished: %.0f)."
                            + (result.isOfUnits() ? "" : " The score is that of the benchmark method, not of the work.")
                            + " Call done() for each unit, and make"
                            + " iterations longer than a unit takes.",
                    units("failed"),
                    units("late"),
                    units("unfinished"));
        }
    }

    private double units(String name) {
        Metric metric = result.secondary().get("async." + name);
        return metric == null ? Double.NaN : metric.score();
    }

    private void clock(double callNanos) {
        Mode mode = result.plan().mode();
        if (!mode.timesCalls()) {
            return;
        }
        calibration
                .map(Calibration::clock)
                .filter(clock -> callNanos < clock.shortestOperationNanos())
                .ifPresent(clock -> add(
                        Warning.Kind.CLOCK,
                        "a call takes %.1f ns. Mode %s times each call alone; the clock steps by %.0f ns and"
                                + " takes %.0f ns to read: below %.0f ns it measures the clock. Use mode %s, or do more work"
                                + " per call (@OperationsPerInvocation).",
                        callNanos,
                        mode,
                        clock.granularityNanos(),
                        clock.latencyNanos(),
                        clock.shortestOperationNanos(),
                        Mode.AVERAGE_TIME));
    }

    private void tooFast(double callNanos) {
        Optional<Warning> same = CallWarnings.empty(result);
        if (same.isPresent()) {
            found.add(same.get());
            return;
        }
        Optional<Double> rate = calibration.flatMap(Calibration::cpuMegahertz);
        double cycle = rate.map(r -> NANOS_AT_ONE_MEGAHERTZ / r).orElse(USUAL_CYCLE_NANOS);
        if (callNanos < cycle) {
            add(
                    Warning.Kind.TOO_FAST,
                    "a call takes %.2f ns, less than a cycle of the processor (%.2f ns): it was probably optimised"
                            + " away. Return its result, and take its inputs from @State fields.",
                    callNanos,
                    cycle);
        }
    }

    private double[] stolen(ForkResult fork) {
        int processors = environment.logicalCpus();
        return Arrays.stream(fork.measuredSigns(Sign.STOLEN))
                .map(seconds -> seconds / processors)
                .toArray();
    }

    /** Returns the seconds for which threads were stopped, except for collections; 0 or less if the JVM does not report stops. */
    private static double[] stoppedForOthers(ForkResult fork) {
        double[] collecting = fork.measuredSigns(Sign.COLLECTING);
        double[] stopped = fork.measuredSigns(Sign.STOPPED);
        return IntStream.range(0, stopped.length)
                .mapToDouble(i -> (Double.isNaN(stopped[i]) ? 0 : stopped[i]) - collecting[i])
                .toArray();
    }

    private void paused(String cause, Function<ForkResult, double[]> seconds, double often, String advice) {
        double[] shares = result.forks().stream()
                .flatMapToDouble(fork -> shares(seconds.apply(fork), fork.measuredSigns(Sign.SECONDS)))
                .toArray();
        double[] paused =
                Arrays.stream(shares).filter(share -> share > MOST_PAUSED).toArray();
        if (paused.length > often * shares.length) {
            addOf(
                    cause,
                    Warning.Kind.PAUSES,
                    "%s took more than %s of the time in %d of %d measured iterations (at most %s). The score includes this time.%s",
                    cause,
                    Numbers.level(MOST_PAUSED),
                    paused.length,
                    shares.length,
                    Numbers.percent(Math.min(1, Arrays.stream(paused).max().orElseThrow())),
                    advice);
        }
    }

    private static DoubleStream shares(double[] parts, double[] seconds) {
        return IntStream.range(0, seconds.length).filter(i -> seconds[i] > 0).mapToDouble(i -> parts[i] / seconds[i]);
    }

    private void fences() {
        double[] scores = scores(result);
        double[] outliers = outliers(scores);
        if (outliers.length > 0) {
            boolean one = outliers.length == 1;
            String least = Numbers.score(Arrays.stream(outliers).min().orElseThrow());
            add(
                    Warning.Kind.OUTLIERS,
                    "%d of %d measured iterations %s outside Tukey's fences: %s %s. The score includes %s.",
                    outliers.length,
                    scores.length,
                    one ? "is" : "are",
                    one
                            ? least
                            : least + " to "
                                    + Numbers.score(
                                            Arrays.stream(outliers).max().orElseThrow()),
                    result.score().map(score -> score.unit()).orElse(""),
                    one ? "it" : "them");
        }
    }

    static double[] outliers(CaseResult result) {
        return outliers(scores(result));
    }

    private static double[] outliers(double[] scores) {
        return scores.length == 0 ? scores : Fences.of(scores).outliers(scores);
    }

    private static double[] scores(CaseResult result) {
        return result.forks().stream()
                .map(ForkResult::validScores)
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }
}
