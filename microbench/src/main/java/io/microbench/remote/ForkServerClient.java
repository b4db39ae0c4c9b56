// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.fixture.Fixtures.EndedFixture;
import io.microbench.fork.ForkProbe;
import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.monitor.MonitorHistory;
import io.microbench.process.OutputTail;
import io.microbench.remote.HostCommand.ForkTask;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.HostProcess.HostKind;
import io.microbench.result.Calibration;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.FixtureRun;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures single forks of benchmarks on another class path, through a {@link ForkServer} on this machine or another.
 *
 * <p>Not thread-safe, except for {@link #close}. Does not take the lock of the machine, see
 * {@link io.microbench.forks.RunLock}.
 */
public final class ForkServerClient implements AutoCloseable {

    /** How long to wait for the reason why a host has ended. */
    private static final long REASON_SECONDS = 10;

    private static final String UNREADABLE = "its JVM sent an unreadable answer: ";

    /**
     * Describes a host to start.
     *
     * @param classPath class path of the benchmarks; the harness is added if missing
     * @param directory working directory of the host and its forks
     * @param properties system properties of the host, the settings among them
     */
    public record Launch(
            String name, List<String> classPath, Path directory, Map<String, String> properties, HostKind kind) {

        public Launch {
            classPath = List.copyOf(classPath);
            properties = Map.copyOf(properties);
        }

        public Launch(String name, List<String> classPath, Path directory, Map<String, String> properties) {
            this(name, classPath, directory, properties, HostKind.FORKS);
        }
    }

    private final String name;
    /** The answer to the current command; empty if the host has ended. */
    private volatile CompletableFuture<Optional<HostReply>> answer = new CompletableFuture<>();

    private final CompletableFuture<HostEnd> end = new CompletableFuture<>();
    private final OutputTail tail = new OutputTail();
    private final HostLines lines;
    private volatile boolean monitored;

    private ForkServerClient(String name, Function<HostLines.Taker, HostLines> start, HostListener listener) {
        this.name = name;
        this.lines = start.apply(new HostLines.Taker() {
            @Override
            public void replied(String line) {
                HostReply reply = read(line);
                reply.calibration().ifPresent(listener::calibrated);
                if (reply.isAnswer()) {
                    answer.complete(Optional.of(reply));
                } else {
                    reply.look().ifPresent(look -> listener.looked(look.seen()));
                    reply.fixture().ifPresent(listener::fixtureEnded);
                }
            }

            @Override
            public void printed(String line) {
                tail.add(line);
                listener.printed(line);
            }

            @Override
            public void ended(HostEnd how) {
                end.complete(how);
                answer.complete(Optional.empty());
            }
        });
    }

    /** Starts a host on this machine and waits until it is ready. */
    public static ForkServerClient start(Launch launch, Consumer<String> output) {
        return over(launch.name(), taker -> HostProcess.start(launch, taker), output::accept);
    }

    /**
     * Starts a host anywhere and waits until it is ready.
     *
     * @throws HostEndedException if it ended before it was ready
     */
    public static ForkServerClient over(
            String name, Function<HostLines.Taker, HostLines> start, HostListener listener) {
        ForkServerClient host = new ForkServerClient(name, start, listener);
        try {
            host.awaitReady();
            return host;
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    private void awaitReady() {
        HostReply hello = receive();
        int version = hello.hello().orElse(0);
        if (version != HostReply.VERSION) {
            throw new PreflightException("The harness on the class path of " + name
                    + " has another version (protocol " + version + ", expected " + HostReply.VERSION
                    + "). Remove it from the class path, or use its own command.");
        }
    }

    /**
     * Lists the cases to measure.
     *
     * @param defaults settings that apply unless a property sets another value
     * @throws PreflightException if a setting cannot be used or the selected cases cannot deliver numbers
     */
    public HostCases list(Map<String, String> defaults) {
        return ask(HostCommand.list(defaults)).cases().orElseThrow();
    }

    /**
     * Lists the cases like {@link #list(Map)}. The host also takes the lock of its machine, and calibrates the machine.
     *
     * @param lockWait how long to wait for another run on that machine; if empty, no lock is taken
     */
    public HostCases list(Map<String, String> defaults, Optional<Duration> lockWait) {
        return ask(HostCommand.list(defaults).alone(lockWait)).cases().orElseThrow();
    }

    /**
     * Runs one fork.
     *
     * @param plan how to measure it; may differ from the listed one
     * @param number the fork's number within the case, from 1
     */
    public ForkReport run(CaseId id, CasePlan plan, int number, Path folder) {
        return run(id, plan, number, folder, false, Optional.empty());
    }

    /** Runs one fork that does not contribute to any result. */
    public ForkReport glance(CaseId id, CasePlan plan, Path folder) {
        return run(id, plan, 1, folder, true, Optional.empty());
    }

    private ForkReport run(
            CaseId id, CasePlan plan, int number, Path folder, boolean discarded, Optional<PinnedFork> where) {
        String path = folder.toAbsolutePath().toString();
        return ask(HostCommand.run(new ForkTask(id.text(), plan, number, path, discarded, false, where)))
                .fork()
                .orElseThrow();
    }

    /**
     * Runs one fork pinned to some processors, whose iterations start together with those of a fork of another host.
     *
     * @param halves the processors of both forks, which swap them: a fork whose partner ends early may end on the other
     *     half
     * @throws PreflightException if the host refuses the fork, or the fork did not end on one of the halves
     */
    public ForkReport run(CaseId id, CasePlan plan, int number, Path folder, PinnedFork where, Set<String> halves) {
        ForkReport report = run(id, plan, number, folder, false, Optional.of(where));
        String processors = report.fork().echo().getOrDefault(ForkProbe.PROCESSORS, "all processors");
        if (report.fork().failure().isEmpty() && !halves.contains(processors)) {
            throw new PreflightException(name + ": fork " + number + " of " + id.text() + " ran on " + processors
                    + "; expected " + where.processors()
                    + ". Either something else pinned it, or the harness on its class path is too old for --side-by-side: remove"
                    + " it, or compare without --side-by-side.");
        }
        return report;
    }

    /**
     * Runs one fork on another machine: the host has its own folder there, which is deleted with it, takes the lock of
     * the machine while the fork runs, and sometimes calibrates the machine before it.
     *
     * @param discarded whether the fork is left out of the score of the case
     */
    public ForkReport run(CaseId id, CasePlan plan, int number, boolean discarded, Optional<Duration> lockWait) {
        ForkTask task = new ForkTask(id.text(), plan, number, "", discarded, monitored, Optional.empty());
        return ask(HostCommand.run(task).alone(lockWait)).fork().orElseThrow();
    }

    /** Makes the host sample each fork once a second from now on, for its listener. */
    public void monitor() {
        monitored = true;
    }

    /**
     * Closes shared fixtures, because the next forks belong to other cases. The listener receives the reports on them
     * first.
     */
    public void rest() {
        ask(HostCommand.rest());
    }

    private HostReply ask(HostCommand command) {
        answer = new CompletableFuture<>();
        if (end.isDone()) {
            throw gone();
        }
        try {
            lines.send(RecordJson.line(command));
        } catch (IOException e) {
            throw gone();
        }
        return receive();
    }

    private HostReply receive() {
        // An interruption does not end the wait, because the fork continues.
        HostReply reply = answer.join().orElseThrow(this::gone);
        reply.error().ifPresent(problem -> {
            throw new PreflightException(name + ": " + problem);
        });
        return reply;
    }

    private static HostReply read(String line) {
        try {
            return RecordJson.read(line, HostReply.class).orElseGet(() -> HostReply.problem(UNREADABLE + "nothing"));
        } catch (MalformedJsonException e) {
            return HostReply.problem(UNREADABLE + e.reason());
        }
    }

    private HostEndedException gone() {
        HostEnd how = new HostEnd.Unknown();
        try {
            how = end.get(REASON_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The host has ended for an unknown reason.
        }
        List<String> last = tail.lines();
        return new HostEndedException(
                "The JVM that starts the forks of " + name + " " + how.how()
                        + (last.isEmpty()
                                ? "."
                                : ". Its last lines: " + String.join(System.lineSeparator() + "  ", last)),
                how);
    }

    /** Ends the host, including its running fork. */
    @Override
    public void close() {
        lines.close();
    }

    /** Receives unsolicited messages of a host, one call at a time; must not send commands to the host. */
    public interface HostListener {

        /** Called when the host, JMH or a fork printed a line. */
        void printed(String line);

        /**
         * Called when the monitor of the host has sampled its fork.
         *
         * @param seen the sample; empty if no fork is running
         */
        default void looked(Optional<MonitorHistory.Sample> seen) {}

        default void fixtureEnded(HostFixture fixture) {}

        /** Called with the complete calibration of the host's machine when the host has measured it again. */
        default void calibrated(Calibration complete) {}
    }

    /**
     * A host's report on a fixture that has ended.
     *
     * @param run its part of the record
     * @param printed its output; only the last mebibyte
     */
    public record HostFixture(FixtureRun run, String printed) {

        private static final int MOST_BYTES = 1 << 20;

        /** Creates the report on a fixture, whose log may have been deleted with the folder of the host. */
        static HostFixture of(EndedFixture ended) {
            return new HostFixture(
                    ended.run(), new String(OutputTail.bytes(ended.log(), MOST_BYTES), StandardCharsets.UTF_8));
        }
    }
}
