// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.Signs;
import io.microbench.fork.Signs.StopReason;
import io.microbench.process.OutputTail;
import io.microbench.process.OutputTail.LineSplitter;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult.Phase;
import io.microbench.text.Redaction;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Listens to one fork: collects its iterations, including warm-up, stores the tail of its output, and prints JMH's own
 * lines.
 *
 * <p>JMH calls it in the thread that reads the link to the fork. An exception in that thread would break the link, so
 * iterations are stored before anything is printed, and printing does not throw.
 */
final class ForkOutput implements OutputFormat {

    private static final String ARGUMENTS = "# VM options: ";
    private static final String FAILURE_MARK = "<failure>";
    private static final String INTERRUPTED_MARK = "(benchmark timed out, interrupted";
    /** HotSpot prints this when it lacks memory even for an OutOfMemoryError; JMH then waits for its worker forever. */
    private static final String DEAD_THREAD_MARK =
            "java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread";

    private static final int MAX_CONSOLE_LINE_BYTES = 1 << 16;

    private final PrintStream console;
    private final OutputFormat text;
    private final OutputTail tail;
    private final SilenceLimit silence;
    private final Clock clock;
    private final Progress progress;
    /** The JVM arguments in the header that JMH prints; empty without a header. */
    private final Optional<List<String>> header;
    /** Whether the fork has a stop rule; its many short iterations are not printed. */
    private final boolean adaptive;

    /** The last lines of a fork that has not begun its first iteration, for the report of a fork that cannot start. */
    private final Deque<String> held = new ArrayDeque<>();

    /** Each source has its own thread and its own unfinished line: the link, standard output, standard error. */
    private final Map<Thread, LineSplitter> lines = new HashMap<>();

    private final List<io.microbench.result.IterationResult> iterations = new ArrayList<>();
    private OptionalInt wanted = OptionalInt.empty();
    private OptionalInt exitCode = OptionalInt.empty();
    private Optional<String> printedFailure = Optional.empty();
    private boolean failed;
    private boolean started;
    private boolean interrupted;
    private boolean inJmhTail;
    private boolean byJmh;
    private ForkListener listener = ForkListener.NONE;
    private Runnable starting = () -> {};
    private Runnable whenStarted = () -> {};
    private BooleanSupplier stopped = () -> false;
    private Optional<AdaptiveFork> stop = Optional.empty();

    ForkOutput(
            PrintStream console,
            OutputTail tail,
            SilenceLimit silence,
            Clock clock,
            Progress progress,
            Optional<List<String>> header,
            boolean adaptive) {
        this.console = console;
        this.text = OutputFormatFactory.createFormatInstance(console, VerboseMode.NORMAL);
        this.tail = tail;
        this.silence = silence;
        this.clock = clock;
        this.progress = progress;
        this.header = header;
        this.adaptive = adaptive;
    }

    synchronized void setListener(ForkListener given) {
        listener = given;
    }

    /** Runs a callback when JMH is about to start the fork, or to begin a case inside the host. */
    synchronized void whenStarting(Runnable call) {
        starting = call;
    }

    synchronized void whenStarted(Runnable call) {
        whenStarted = call;
    }

    /** Suppresses JMH's lines about the end of a fork if the user stopped it. */
    synchronized void silencedIf(BooleanSupplier given) {
        stopped = given;
    }

    synchronized List<io.microbench.result.IterationResult> iterations() {
        return List.copyOf(iterations);
    }

    /**
     * Returns how the fork ended, as it reported; empty if it did not report it or has a fixed number of iterations.
     */
    synchronized Optional<AdaptiveFork> stop() {
        return stop;
    }

    /** Returns the number of iterations that JMH planned to measure; empty if the fork ended before JMH had reported it. */
    synchronized OptionalInt wanted() {
        return wanted;
    }

    @Override
    public synchronized void startBenchmark(BenchmarkParams params) {
        silence.starting();
        starting.run();
        wanted = OptionalInt.of(params.getMeasurement().getCount());
        header.ifPresent(arguments -> printHeader(params, arguments));
    }

    /** Prints JMH's header with the requested arguments, without secrets and without the arguments that connect host and fork. */
    private void printHeader(BenchmarkParams params, List<String> arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream all = new PrintStream(printed, true, StandardCharsets.UTF_8);
        JmhResults.inOneLocale(() -> OutputFormatFactory.createFormatInstance(all, VerboseMode.NORMAL)
                .startBenchmark(params));
        String shown = arguments.isEmpty() ? "<none>" : String.join(" ", Redaction.arguments(arguments));
        printed.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.startsWith(ARGUMENTS) ? ARGUMENTS + shown : line)
                .forEach(console::println);
        console.println();
    }

    @Override
    public synchronized void iteration(BenchmarkParams benchmark, IterationParams params, int number) {
        if (!started) {
            started = true;
            progress.forkStarted();
            release();
            whenStarted.run();
        }
        silence.busyFor(Duration.ofNanos(params.getTime().convertTo(TimeUnit.NANOSECONDS)));
        listener.started();
        if (!adaptive) {
            JmhResults.inOneLocale(() -> text.iteration(benchmark, params, number));
        }
    }

    @Override
    public synchronized void iterationResult(
            BenchmarkParams benchmark,
            IterationParams params,
            int number,
            org.openjdk.jmh.results.IterationResult sent) {
        org.openjdk.jmh.results.IterationResult data = JmhResults.scored(sent);
        interrupted = false;
        boolean last = params.getType() == IterationType.MEASUREMENT && number == params.getCount();
        // JMH runs one more iteration after the decision.
        if (last || stop.isPresent()) {
            silence.ending();
        } else {
            silence.idle();
        }
        iterations.add(JmhResults.iteration(params.getType(), number, clock.instant(), data));
        listener.iteration(iterations.get(iterations.size() - 1));
        if (data.getSecondaryResults().containsKey(Signs.STOP)) {
            stop = Optional.of(
                    new AdaptiveFork(StopReason.of(JmhResults.sign(data.getSecondaryResults(), Signs.STOP)), (int)
                            JmhResults.sign(data.getSecondaryResults(), Signs.FROM)));
        }
        if (!adaptive) {
            JmhResults.inOneLocale(() -> text.iterationResult(benchmark, params, number, JmhResults.withoutGc(data)));
        }
        progress.iterationEnded(Duration.ofNanos(params.getTime().convertTo(TimeUnit.NANOSECONDS)));
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        // The result of a case is printed once, for all its forks.
    }

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> result) {}

    @Override
    public synchronized void print(String s) {
        interrupted |= s.startsWith(INTERRUPTED_MARK);
        byJmh = true;
        add(s.getBytes(StandardCharsets.UTF_8));
        byJmh = false;
    }

    @Override
    public synchronized void println(String s) {
        if (failed && printedFailure.isEmpty() && !s.isBlank()) {
            printedFailure = Optional.of(s.strip());
        }
        failed |= s.equals(FAILURE_MARK);
        if (exitCode.isEmpty()) {
            exitCode = FailureCause.exitCode(s);
        }
        print(s + "\n");
    }

    /** Returns the stack trace that JMH printed in the fork; the exception itself does not always reach the host. */
    synchronized Optional<String> printedFailure() {
        return printedFailure;
    }

    synchronized OptionalInt exitCode() {
        return exitCode;
    }

    /** Returns whether JMH interrupted the current iteration because its time-out had expired. */
    synchronized boolean interrupted() {
        return interrupted;
    }

    @Override
    public synchronized void write(int b) {
        add(new byte[] {(byte) b});
    }

    @Override
    public synchronized void write(byte[] bytes) {
        add(bytes);
    }

    private void add(byte[] bytes) {
        lines.computeIfAbsent(Thread.currentThread(), t -> new LineSplitter(MAX_CONSOLE_LINE_BYTES, this::endLine))
                .write(bytes, 0, bytes.length);
    }

    /** Ends the output of the fork, whose last line may be incomplete. */
    synchronized void finish() {
        lines.values().forEach(LineSplitter::finish);
    }

    private void endLine(String whole) {
        // JMH repeats the last lines of a failed fork; they are already printed, and part of the failure.
        boolean tailBegins = whole.startsWith("<stdout last='") || whole.startsWith("<stderr last='");
        boolean tailEnds = whole.equals("</stdout>") || whole.equals("</stderr>");
        inJmhTail = (inJmhTail || tailBegins) && !tailEnds;
        if (inJmhTail || tailEnds || JmhProgressLines.isNoise(whole) || (byJmh && stopped.getAsBoolean())) {
            return;
        }
        if (whole.contains(DEAD_THREAD_MARK)) {
            silence.dying();
        }
        // The output of a benchmark or its JVM ends up in the logs of builds.
        String line = Redaction.text(whole);
        tail.add(line);
        if (!byJmh && !JmhProgressLines.isHangUp(whole)) {
            listener.printed(whole);
        }
        if (started) {
            console.println(line);
        } else {
            hold(line);
        }
    }

    private void hold(String line) {
        held.addLast(line);
        if (held.size() > OutputTail.MAX_LINES) {
            console.println(held.removeFirst());
        }
    }

    /** Prints the lines withheld until the fork began; if it fails earlier, they are part of the failure. */
    synchronized void release() {
        held.forEach(console::println);
        held.clear();
    }

    @Override
    public void verbosePrintln(String s) {}

    @Override
    public void flush() {
        console.flush();
    }

    @Override
    public void close() {
        flush();
    }

    /**
     * How a fork with a stop rule ended, as it reported.
     *
     * <p>To JMH, all iterations of the fork are measured; those before {@code from} were warm-up.
     *
     * @param reason the reason why it ended
     * @param from index (from 0) of the first measured iteration
     */
    record AdaptiveFork(StopReason reason, int from) {

        ForkStop stop(String rule) {
            return new ForkStop(ForkStop.State.valueOf(reason.name()), rule);
        }

        /** Returns all iterations, each in its phase. */
        List<io.microbench.result.IterationResult> iterations(List<io.microbench.result.IterationResult> series) {
            List<io.microbench.result.IterationResult> marked = new ArrayList<>();
            for (int i = 0; i < series.size(); i++) {
                marked.add(
                        i < from
                                ? series.get(i).as(Phase.WARMUP, i + 1)
                                : series.get(i).as(Phase.MEASUREMENT, i - from + 1));
            }
            return marked;
        }

        /** Returns JMH's result over the measured iterations that were not starved. */
        BenchmarkResult result(BenchmarkResult whole) {
            List<org.openjdk.jmh.results.IterationResult> counting = new ArrayList<>();
            int index = 0;
            for (org.openjdk.jmh.results.IterationResult iteration : whole.getIterationResults()) {
                if (index++ >= from && !JmhResults.isStarved(iteration)) {
                    counting.add(iteration);
                }
            }
            return JmhResults.of(whole, counting);
        }
    }

    /**
     * Recognizes lines of JMH without information: the progress of a run of one fork, and four warnings that JDK 24 and newer print because
     * JMH 1.37 uses Unsafe.
     */
    static final class JmhProgressLines {

        private static final List<String> PREFIXES = List.of(
                "# Run progress:",
                "# Fork: ",
                "# Warmup Fork: ",
                "# Run complete.",
                "# Preparing profilers: ForkMark",
                "# Processing profiler results: ForkMark",
                "# WARNING: JMH lock is ignored",
                "Benchmark had encountered error, and fail on error was requested",
                "WARNING: A terminally deprecated method in sun.misc.Unsafe has been called",
                "WARNING: sun.misc.Unsafe::objectFieldOffset has been called by org.openjdk.jmh",
                "WARNING: Please consider reporting this to the maintainers of class org.openjdk.jmh",
                "WARNING: sun.misc.Unsafe::objectFieldOffset will be removed");

        /** Output of a fork that is terminated before it is connected to its host. */
        private static final List<String> HANG_UP = List.of(
                "java.lang.IllegalStateException: <failure: VM prematurely exited before JMH had finished with it",
                "\tat org.openjdk.jmh.runner.ForkedMain.hangup",
                "\tat org.openjdk.jmh.runner.ForkedMain$HangupThread.run");

        private JmhProgressLines() {}

        /** Returns whether a line is JMH's message on the end of a fork, not output of the benchmark. */
        static boolean isHangUp(String line) {
            return HANG_UP.stream().anyMatch(line::startsWith);
        }

        static boolean isNoise(String line) {
            return line.isBlank() || PREFIXES.stream().anyMatch(line::startsWith);
        }
    }
}
