// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.environment.Calibrator;
import io.microbench.fixture.Fixtures;
import io.microbench.forks.BusyForks;
import io.microbench.forks.ForkListener;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.forks.JmhResults;
import io.microbench.forks.Progress;
import io.microbench.forks.RunClock;
import io.microbench.forks.RunLock;
import io.microbench.monitor.Monitor;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.process.TemporaryFolders;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.remote.HostCommand.ForkTask;
import io.microbench.remote.HostProcess.HostStreams;
import io.microbench.result.Calibration;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * Main class of a JVM that starts single forks on demand and has the class path of the benchmarks.
 *
 * <p>JMH gives its forks the class path of its own JVM, and searches it for benchmarks. To measure two builds
 * alternately, there is one such JVM for each; a {@link ForkServerClient} in the coordinating JVM exchanges lines of
 * JSON with it through {@link HostStreams}. When the commands end, the coordinator has ended, and the running fork and this JVM
 * end, too.
 */
public final class ForkServer {

    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final int KILLED = 143;

    private final HostStreams streams;
    private final ForkReaper reaper = ForkReaper.start();
    private final BusyForks busy = new BusyForks();
    private final BlockingQueue<Optional<HostCommand>> commands = new LinkedBlockingQueue<>();
    private final Map<String, List<BenchmarkResult>> results = new HashMap<>();
    private Optional<CaseCatalog> catalog = Optional.empty();
    private Optional<Calibrator> calibrator = Optional.empty();

    /** The folder for files of forks whose coordinator is on another machine; deleted with this JVM. */
    private volatile Optional<Path> own = Optional.empty();

    private Optional<Fixtures> fixtures = Optional.empty();
    private Optional<Monitor> monitor = Optional.empty();

    private ForkServer(HostStreams streams) {
        this.streams = streams;
    }

    /** Serves until standard input ends; takes no arguments. */
    public static void main(String[] arguments) {
        ForkServer server = new ForkServer(HostStreams.take());
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutDown, "microbench-stop"));
        server.listen();
        server.serve();
        // A benchmark class may have left threads running.
        System.exit(0);
    }

    private void shutDown() {
        busy.stop();
        fixtures.ifPresent(Fixtures::close);
        own.ifPresent(TemporaryFolders::remove);
    }

    private void listen() {
        Thread listener = new Thread(
                () -> {
                    streams.read(HostCommand.class, command -> commands.add(Optional.of(command)));
                    commands.add(Optional.empty());
                    busy.stop();
                    haltSoon();
                },
                "microbench-commands");
        listener.setDaemon(true);
        listener.start();
    }

    /** Halts this JVM after a while, even if a constructor of a benchmark class hangs. */
    private static void haltSoon() {
        try {
            Thread.sleep(LAST_WORDS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(KILLED);
    }

    private void serve() {
        streams.reply(HostReply.ready());
        try {
            for (Optional<HostCommand> next = commands.take(); next.isPresent(); next = commands.take()) {
                HostCommand command = next.get();
                watch(command);
                streams.reply(execute(command));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        monitor.ifPresent(Monitor::close);
        reaper.close();
        own.ifPresent(TemporaryFolders::remove);
    }

    /**
     * Starts to report samples of forks once a second, before the command waits for the lock of the machine, if it has
     * to.
     */
    private void watch(HostCommand command) {
        Optional<ForkTask> fork = command.fork().filter(ForkTask::monitored);
        if (fork.isPresent() && monitor.isEmpty()) {
            try {
                monitor = Optional.of(Monitor.looking(
                        folder(fork.get()).toAbsolutePath(),
                        seen -> streams.reply(HostReply.of(new HostReply.Look(seen)))));
            } catch (PreflightException | IOException | UncheckedIOException e) {
                System.err.println("Forks cannot be monitored: " + e.getMessage());
            }
        }
    }

    private Path folder(ForkTask task) throws IOException {
        if (!task.folder().isEmpty()) {
            return Path.of(task.folder());
        }
        Path known = own.isPresent() ? own.get() : TemporaryFolders.create().toAbsolutePath();
        own = Optional.of(known);
        return known;
    }

    // Code of benchmark classes runs here and may throw anything.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private HostReply answer(HostCommand command) {
        try {
            return switch (command.kind()) {
                case LIST -> {
                    CaseCatalog found = CaseCatalog.of(command.defaults());
                    catalog = Optional.of(found);
                    yield HostReply.of(found.cases());
                }
                case RUN -> HostReply.of(fork(command.fork().orElseThrow()));
                case REST -> {
                    fixtures.ifPresent(Fixtures::closeAll);
                    yield HostReply.ready();
                }
            };
        } catch (PreflightException | ConfigurationException e) {
            return HostReply.problem(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            e.printStackTrace();
            return HostReply.problem(e.toString());
        }
    }

    private ForkReport fork(ForkTask task) throws IOException {
        PlannedCase planned = catalog.orElseThrow().find(task.caseId(), task.plan());
        Path folder = folder(task);
        ForkRun fork = new ForkRun(planned, task.number(), folder, System.err, RunClock.start())
                .pinned(task.pinned())
                .recordingClasses();
        Progress progress = new Progress(System::nanoTime, Duration.ZERO);
        Fixtures shared = fixtures(folder);
        shared.closeOthers(planned.id());
        if (task.pinned().isPresent() && shared.has(planned.id())) {
            throw new PreflightException(task.caseId() + " has a fixture, whose processes run beside both forks on the"
                    + " same processors. Compare it without --side-by-side.");
        }
        ForkRun.Outcome outcome = shared.around(
                fork,
                ForkRun.Outside.NOTHING,
                busy,
                (each, watch) -> run(each, progress, watch, each == fork && task.number() == 1));
        List<BenchmarkResult> all = results.computeIfAbsent(task.caseId(), id -> new ArrayList<>());
        if (!task.thrownAway()) {
            outcome.jmh().ifPresent(all::add);
        }
        return JmhResults.report(outcome, all);
    }

    private ForkRun.Outcome run(ForkRun fork, Progress progress, ForkRun.Outside watch, boolean withHeader) {
        monitor.ifPresent(its -> fork.withListener(ForkListener.monitored(its, fork.planned())));
        return fork.run(reaper, progress, watch, busy, withHeader);
    }

    /** Returns the fixtures of the benchmarks. It is unknown here which fork of a case is the last one. */
    private Fixtures fixtures(Path folder) {
        Fixtures known = fixtures.orElseGet(() -> new Fixtures(
                catalog.orElseThrow().planned(),
                folder.toAbsolutePath(),
                RunClock.start(),
                ended -> streams.reply(HostReply.of(HostFixture.of(ended))),
                System.err::println));
        fixtures = Optional.of(known);
        return known;
    }

    /**
     * Executes a command. For a coordinator on another machine, this locks and calibrates the machine. The lock is held for one command
     * at a time, so that hosts of several nodes on one machine measure alternately.
     */
    private HostReply execute(HostCommand command) {
        if (!command.alone()) {
            return answer(command);
        }
        try (RunLock lock = command.lockWait()
                .map(wait -> RunLock.acquireAnyway(wait, System.err::println))
                .orElseGet(RunLock::none)) {
            Calibrator known = calibrator.orElseGet(() -> Calibrator.ofThisMachine(RunClock.start()));
            calibrator = Optional.of(known);
            Optional<Calibration> more = known.betweenForks();
            return answer(command).with(more);
        } catch (PreflightException e) {
            return HostReply.problem(String.valueOf(e.getMessage()));
        }
    }
}
