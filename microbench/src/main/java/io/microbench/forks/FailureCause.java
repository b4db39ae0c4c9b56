// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.Signs.StopReason;
import io.microbench.plan.PlannedCase;
import io.microbench.process.OutputTail;
import io.microbench.result.CasePlan;
import io.microbench.result.Failure;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.util.Utils;

/**
 * Determines whether a fork failed, and why: its watch killed it, JMH threw, or it did not deliver all planned
 * iterations.
 */
record FailureCause(PlannedCase planned, ForkOutput output, OutputTail tail) {

    /** Returns why the fork failed although JMH threw nothing; empty if it delivered all planned iterations. */
    Optional<Failure> atItsEnd() {
        return planned.plan().adaptive().isPresent() ? unfinished() : incomplete();
    }

    /**
     * Returns why the fork failed, given the exception that JMH threw.
     *
     * @param disturbed whether another process took the link of the fork
     */
    Failure of(Exception thrown, ForkWatch watch, SilenceLimit silence, boolean disturbed) {
        return watch.killed()
                .map(kill -> killed(kill, silence))
                .orElseGet(() -> disturbed
                        ? failure(
                                Failure.Kind.NOT_STARTED,
                                "Another program connected to JMH's link before the fork, and was refused. Measure again; if"
                                        + " that happens again, measure where no other user can log in.")
                        : Failures.explain(thrown, seen()));
    }

    private Failure killed(ForkWatch.Kill kill, SilenceLimit silence) {
        return switch (kill) {
            case STOPPED -> failure(Failure.Kind.STOPPED, "The run was stopped; the fork was killed.");
            case OUT_OF_TIME ->
                failure(
                        Failure.Kind.OUT_OF_TIME,
                        "The time budget of the run ended during an iteration; the fork was killed. Set a"
                                + " larger one, such as -Dmicrobench.budget=10m.");
            case OUTPUT_HELD -> {
                // Only JMH was to be interrupted.
                Thread.interrupted();
                yield failure(
                        Failure.Kind.INCOMPLETE,
                        "The fork ended, but a process that it started still holds its output and cannot be ended. End"
                                + " it by hand, and have the benchmark end what it starts in a @TearDown method.");
            }
            case TIMED_OUT ->
                Failures.outOfMemory(tail.lines())
                        .map(error -> failure(Failure.Kind.OUT_OF_MEMORY, error + "; the fork hung and was killed."))
                        .orElseGet(() -> failure(
                                Failure.Kind.TIMED_OUT,
                                "No iteration ended for more than " + Durations.text(silence.allowed())
                                        + " (iteration and time-out); the fork was killed."
                                        + " Set a longer time-out with -Dmicrobench.timeout=30m or @Timeout."));
        };
    }

    private Failure failure(Failure.Kind kind, String message) {
        return new Failure(kind, message, "", command(), tail.lines());
    }

    private Optional<Failure> incomplete() {
        // A benchmark class may have changed the number in JMH's options.
        int wanted = output.wanted().orElse(planned.plan().measurement().count());
        long got = output.iterations().stream()
                .filter(i -> i.phase() == Phase.MEASUREMENT)
                .count();
        if (got == wanted) {
            return Optional.empty();
        }
        return Optional.of(failure(
                Failure.Kind.INCOMPLETE, "The fork delivered " + got + " of " + wanted + " measured iterations"));
    }

    private Optional<Failure> unfinished() {
        Optional<AdaptiveFork> stop = output.stop();
        if (stop.isEmpty()) {
            return Optional.of(failure(
                    Failure.Kind.INCOMPLETE,
                    "The fork ended after " + output.iterations().size()
                            + " iterations, before its stop rule had decided"));
        }
        if (stop.get().reason() == StopReason.NO_QUIET_TIME) {
            long starved = output.iterations().stream()
                    .filter(IterationResult::starved)
                    .count();
            return Optional.of(new Failure(
                    Failure.Kind.NO_QUIET_TIME,
                    "No quiet time: in " + starved + " of "
                            + output.iterations().size()
                            + " iterations the benchmark's threads waited because other processes used the CPU. Run it when the"
                            + " machine does nothing else, or accept more with -Dmicrobench.starvation=20%.",
                    "",
                    command(),
                    List.of()));
        }
        return Optional.empty();
    }

    private Failures.Seen seen() {
        return new Failures.Seen(
                output.printedFailure(),
                output.interrupted() ? Optional.of(planned.plan().timeout()) : Optional.empty(),
                output.exitCode(),
                output.iterations().size(),
                command(),
                tail.lines());
    }

    /** Returns the fork's command without arguments of JMH and this harness; none for a case inside the host. */
    private List<String> command() {
        CasePlan plan = planned.plan();
        if (plan.inProcess()) {
            return List.of();
        }
        List<String> command = new ArrayList<>();
        command.add(plan.jvm().orElseGet(Utils::getCurrentJvm));
        command.addAll(plan.jvmArgs());
        return command;
    }
}
