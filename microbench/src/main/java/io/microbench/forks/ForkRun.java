// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.ForkMeter;
import io.microbench.fork.ForkProbe;
import io.microbench.fork.IterationBarrier;
import io.microbench.forks.ForkLinkFilter.LinkPeer;
import io.microbench.forks.ForkOutput.AdaptiveFork;
import io.microbench.forks.ForkWatch.ForkProcess;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ArgumentFiles;
import io.microbench.process.ForkReaper;
import io.microbench.process.OutputTail;
import io.microbench.process.ProcFolder;
import io.microbench.process.ProcessTree;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs one fork of one case in a separate {@code Runner.run}, so that a failure affects only this fork.
 *
 * <p>Everything in the plan is passed to JMH explicitly; otherwise JMH would pass the host's own JVM arguments to the fork.
 */
public final class ForkRun {

    /**
     * The outcome of a fork.
     *
     * @param fork its record, even if the fork failed
     * @param jmh JMH's own result if it succeeded
     * @param classes digests of the code of the classes that it loaded, by name; empty if unknown
     */
    public record Outcome(ForkResult fork, Optional<BenchmarkResult> jmh, Map<String, String> classes) {

        /** Returns this outcome as a failure for a reason outside the fork. */
        public Outcome failed(Failure reason) {
            return new Outcome(fork.toBuilder().failure(Optional.of(reason)).build(), Optional.empty(), classes);
        }
    }

    /**
     * The stop rule and the time limit that end a fork.
     *
     * @param rule the text of the stop rule, which {@link io.microbench.stopping.StopRule#byName} parses
     * @param limit the time limit for the iterations of the fork; at most one iteration ends after it
     */
    public record Ending(String rule, Optional<Duration> limit) {}

    /** Checks whether a fork must be ended for a reason outside of it. */
    public interface Outside {

        Outside NOTHING = () -> Duration.ofDays(1);

        /** Performs the checks, and returns the time until the next ones are due. */
        Duration look();
    }

    private static final String MARKER = "-D" + ForkProbe.ID + "=";

    /**
     * A thread that a benchmark leaves running keeps its JVM alive; JMH then reports it every 5 seconds, and halts the
     * JVM after 30. The results are complete by then, so 10 seconds suffice. The same property among the arguments of a
     * plan overrides this.
     */
    private static final String END_SOON = "-Djmh.shutdownTimeout=10";

    /** The first JDK that warns, or fails, when a program sets a final field (JEP 500). */
    private static final int FINAL_FIELDS_GUARDED = 26;

    private static final double NANOS = 1e9;

    private final PlannedCase planned;
    private final int number;
    private final String marker;
    private final ProcessTree tree = new ProcessTree();
    private final Path runFolder;
    private final Path echo;
    private final PrintStream console;
    private final Clock clock;
    private Optional<Ending> ending;
    private ForkListener listener = ForkListener.NONE;
    private Map<String, String> properties = Map.of();
    private Optional<PinnedFork> pinned = Optional.empty();
    private boolean recordsClasses;

    public ForkRun(PlannedCase planned, int number, Path runFolder, PrintStream console, Clock clock) {
        this.ending = planned.plan().adaptive().map(adaptive -> new Ending(adaptive.rule(), Optional.empty()));
        this.planned = planned;
        this.number = number;
        this.marker = MARKER + ForkProbe.id(String.valueOf(runFolder.getFileName()), number);
        this.runFolder = runFolder;
        this.echo = echo(runFolder);
        this.console = console;
        this.clock = clock;
    }

    /** Returns the file into which a fork of the run in the given folder writes its facts. */
    public static Path echo(Path runFolder) {
        return runFolder.resolve(".echo.properties").toAbsolutePath();
    }

    /** Returns the file into which a fork of the run in the given folder writes the classes that it loads. */
    public static Path classes(Path runFolder) {
        return runFolder.resolve(".classes.log").toAbsolutePath();
    }

    public ForkRun recordingClasses() {
        recordsClasses = true;
        return this;
    }

    public ForkRun withListener(ForkListener given) {
        listener = given;
        return this;
    }

    /** Sets how the fork ends; empty for a fixed number of iterations. */
    public ForkRun ending(Optional<Ending> given) {
        ending = given;
        return this;
    }

    /** Sets system properties that the fork has in addition to those of its plan; they are not part of the case. */
    public ForkRun withProperties(Map<String, String> given) {
        properties = Map.copyOf(given);
        return this;
    }

    /** Pins the fork to some processors, while another fork runs on others; empty if it is not pinned. */
    public ForkRun pinned(Optional<PinnedFork> given) {
        pinned = given;
        return this;
    }

    /** Prepares a fork of another case instead of this one. */
    public ForkRun of(PlannedCase other) {
        return new ForkRun(other, number, runFolder, console, clock).withProperties(properties);
    }

    public PlannedCase planned() {
        return planned;
    }

    public Outcome notStarted(Failure reason) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return outcome(now, List.of(), Optional.empty(), Optional.of(reason), Optional.empty());
    }

    public Outcome run(ForkReaper reaper, Progress progress, Outside outside, BusyForks busy, boolean withHeader) {
        boolean adaptive = planned.plan().adaptive().isPresent();
        OutputTail tail = new OutputTail();
        SilenceLimit silence = new SilenceLimit(System::nanoTime, planned.plan().timeout());
        ForkOutput output = new ForkOutput(
                console,
                tail,
                silence,
                clock,
                progress,
                Optional.of(planned.plan().jvmArgs()).filter(arguments -> withHeader && !adaptive),
                adaptive);
        output.setListener(listener);
        FailureCause cause = new FailureCause(planned, output, tail);
        Instant start = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Optional<BenchmarkResult> result = Optional.empty();
        Optional<Failure> failure = Optional.empty();
        if (planned.plan().inProcess()) {
            System.setProperty(ForkProbe.FILE, echo.toString());
            properties.forEach(System::setProperty);
        }
        try (TeeStream.Installed tee = TeeStream.install(tail);
                ForkWatch watch = new ForkWatch(search(), tree, silence, reaper, outside);
                ForkLinkFilter filter = new ForkLinkFilter(
                        peer -> LinkPeer.isOneOf(ProcFolder.OF_THIS_MACHINE, peer, watch::candidates),
                        () -> linkEnded(watch))) {
            busy.add(watch);
            output.whenStarting(watch::start);
            output.silencedIf(
                    () -> watch.killed().filter(ForkWatch.Kill.STOPPED::equals).isPresent());
            try {
                result = run(output);
                output.finish();
                failure = cause.atItsEnd();
            } catch (RunnerException | RuntimeException e) {
                output.finish();
                failure = Optional.of(cause.of(e, watch, silence, filter.isDisturbed()));
            }
            if (failure.filter(f -> f.kind() == Failure.Kind.NOT_STARTED).isEmpty()) {
                output.release();
            }
            watch.close();
            warn(watch.leftBehind());
            warn(filter);
        } finally {
            if (planned.plan().inProcess()) {
                System.clearProperty(ForkProbe.FILE);
                properties.keySet().forEach(System::clearProperty);
            }
        }
        Optional<AdaptiveFork> ended = output.stop();
        return outcome(
                start,
                ended.map(fork -> fork.iterations(output.iterations())).orElseGet(output::iterations),
                failure.isPresent()
                        ? result
                        : result.map(r -> ended.map(fork -> fork.result(r)).orElse(r)),
                failure,
                ended.map(fork -> fork.stop(ending.orElseThrow().rule())));
    }

    private Optional<BenchmarkResult> run(ForkOutput output) throws RunnerException {
        Blackholes.preset();
        List<String> requested = planned.plan().jvmArgs();
        try (ArgumentFiles files = ArgumentFiles.hiding(requested);
                SubstituteClassPath classPath = planned.plan().inProcess() || !ArgumentFiles.areRead(requested)
                        ? SubstituteClassPath.NOTHING
                        : SubstituteClassPath.inFile()) {
            output.whenStarted(() -> {
                files.close();
                classPath.close();
            });
            PlannedCase handedOver = planned.with(planned.plan().withJvmArgs(files.arguments()));
            Runner runner = new Runner(ForkOptions.of(handedOver, ownArguments(), prefix()), output);
            CodeGenerator.showTo(runner);
            return runner.run().stream()
                    .map(RunResult::getAggregatedResult)
                    .map(JmhResults::scored)
                    .findFirst();
        } catch (IOException e) {
            throw new RunnerException(e);
        }
    }

    private void warn(ForkLinkFilter filter) {
        filter.refused()
                .ifPresent(what -> console.println("# The fork sent an object of a rejected type: " + what
                        + ". Expected only JMH's own types, results of profilers, and exceptions."));
    }

    private void warn(List<Long> leftBehind) {
        if (!leftBehind.isEmpty()) {
            console.println("# The fork left processes behind, which were ended: "
                    + leftBehind.stream().map(String::valueOf).collect(Collectors.joining(", "))
                    + ". A benchmark should end its processes in a @TearDown method.");
        }
    }

    private Optional<Supplier<Optional<ProcessHandle>>> search() {
        return planned.plan().inProcess() ? Optional.empty() : Optional.of(() -> ForkProcess.find(marker));
    }

    private Outcome outcome(
            Instant start,
            List<IterationResult> iterations,
            Optional<BenchmarkResult> result,
            Optional<Failure> failure,
            Optional<ForkStop> stop) {
        Map<String, String> facts = readEcho();
        CasePlan plan = planned.plan();
        ForkResult fork = ForkResult.builder(number)
                .pid(Long.parseLong(facts.getOrDefault("jvm.pid", "-1")))
                .start(start)
                .end(clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .jvm(result.map(r -> r.getParams().getJvm()).or(plan::jvm).orElse("N/A"))
                .jdkVersion(result.map(r -> r.getParams().getJdkVersion()).orElse("N/A"))
                .vm(result.map(r ->
                                r.getParams().getVmName() + " " + r.getParams().getVmVersion())
                        .orElse("N/A"))
                .jvmArgs(plan.jvmArgs())
                .blackholeMode(plan.inProcess() ? Blackholes.IN_PROCESS : Blackholes.mode())
                .iterations(iterations)
                .secondary(result.map(r -> JmhResults.metrics(r.getSecondaryResults()))
                        .orElse(Map.of()))
                .echo(facts)
                .failure(failure)
                .stop(stop)
                .build();
        return new Outcome(fork, failure.isPresent() ? Optional.empty() : result, readClasses());
    }

    private void linkEnded(ForkWatch watch) {
        watch.linkEnded();
        if (recordsClasses && number == 1) {
            // The classes are digested while the JVM of the fork ends. Later forks of a case load few other classes.
            Prewarm.begin(() -> LoadedClasses.digest(classes(runFolder)));
        }
    }

    private Map<String, String> readClasses() {
        try {
            return recordsClasses ? LoadedClasses.read(classes(runFolder), planned) : Map.of();
        } catch (IOException | UncheckedIOException e) {
            console.println("# The classes that the fork loaded are unknown: " + e);
            return Map.of();
        }
    }

    private List<String> prefix() {
        return Stream.concat(tree.prefix().stream(), pinned.stream().flatMap(it -> it.words().stream()))
                .toList();
    }

    private String[] ownArguments() {
        List<String> arguments = new ArrayList<>(List.of(marker, "-D" + ForkProbe.FILE + "=" + echo, END_SOON));
        pinned.ifPresent(it -> arguments.addAll(it.arguments()));
        if (recordsClasses) {
            arguments.addAll(LoadedClasses.arguments(planned.plan(), classes(runFolder)));
        }
        properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
        planned.plan().adaptive().ifPresent(adaptive -> {
            arguments.add("-D" + ForkMeter.STARVATION + "=" + adaptive.starvation());
            arguments.add("-D" + ForkMeter.RATE + "=" + planned.plan().mode().higherIsBetter());
            ending.ifPresent(end -> arguments.add("-D" + ForkMeter.RULE + "=" + end.rule()));
            if (planned.plan().jvm().isEmpty() && Runtime.version().feature() >= FINAL_FIELDS_GUARDED) {
                arguments.add("--enable-final-field-mutation=ALL-UNNAMED");
            }
            ending.flatMap(Ending::limit)
                    .ifPresent(time -> arguments.add("-D" + ForkMeter.LIMIT + "=" + time.toNanos() / NANOS));
        });
        return arguments.toArray(String[]::new);
    }

    private Map<String, String> readEcho() {
        Map<String, String> facts = new TreeMap<>();
        try {
            if (Files.exists(echo)) {
                Properties properties = new Properties();
                try (java.io.Reader reader = Files.newBufferedReader(echo)) {
                    properties.load(reader);
                }
                properties.stringPropertyNames().forEach(name -> facts.put(name, properties.getProperty(name)));
                Files.delete(echo);
            }
        } catch (IOException e) {
            facts.put("echo", "cannot be read: " + e);
        }
        return facts;
    }

    /**
     * Describes a fork pinned to some processors, whose iterations start together with those of another fork.
     *
     * @param processors the processors in the notation of taskset(1), such as {@code 0-3,8}
     * @param barrier the file of the {@link IterationBarrier}
     * @param place the index of the fork in that file, 0 or 1
     * @param count the number of these processors
     */
    public record PinnedFork(String processors, String barrier, int place, int count) {

        /** Returns the arguments before the command of the fork. */
        List<String> words() {
            return List.of("taskset", "-c", processors);
        }

        List<String> arguments() {
            return List.of(
                    "-D" + IterationBarrier.FILE + "=" + barrier,
                    "-D" + IterationBarrier.PLACE + "=" + place,
                    "-D" + ForkMeter.PROCESSORS + "=" + count);
        }
    }
}
