// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import io.microbench.run.ForkLoop;
import io.microbench.snippet.SnippetException;
import io.microbench.text.PreflightException;
import io.microbench.watch.WatchLog.WatchedFork;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the forks of a watch: starts a version with its first fork, and uses it for the others. */
final class VersionForks implements ForkLoop.Source<VersionForks.Turn, VersionForks.Outcome> {

    /** A request for one fork of a version, numbered from 1. */
    record Turn(int version, int number) {}

    /**
     * The result of a turn.
     *
     * @param round the fork; empty if there is a problem, or already a new version
     * @param problem why the version cannot be measured
     */
    record Outcome(Optional<WatchedFork> round, Optional<String> problem) {

        static final Outcome NOTHING = new Outcome(Optional.empty(), Optional.empty());

        static Outcome problem(String why) {
            return new Outcome(Optional.empty(), Optional.of(why));
        }
    }

    private final Watch watch;
    private final Consumer<String> progress;
    private final Clock clock;
    private Optional<Subject.Version> current = Optional.empty();
    private boolean first = true;

    VersionForks(Watch watch, Consumer<String> progress, Clock clock) {
        this.watch = watch;
        this.progress = progress;
        this.clock = clock;
    }

    @Override
    public Optional<Outcome> fork(Turn turn) {
        if (turn.number() == 1) {
            try {
                current = Optional.of(prepared(turn.version()));
            } catch (PreflightException | SnippetException | UncheckedIOException e) {
                if (first && !watch.isOver(turn.version())) {
                    throw e;
                }
                return Optional.of(Outcome.problem(String.valueOf(e.getMessage())));
            } finally {
                first = false;
            }
        }
        return Optional.of(watch.isOver(turn.version()) ? Outcome.NOTHING : measured(current.orElseThrow(), turn));
    }

    private Subject.Version prepared(int version) {
        Subject.Version started = watch.start(version);
        Subject.Plan plan = started.prepare();
        if (watch.workers() == 0) {
            watch.workers(plan.workers());
        }
        if (first) {
            progress.accept("Watching " + plan.title() + ".");
        }
        return started;
    }

    private Outcome measured(Subject.Version version, Turn turn) {
        int threads = watch.workers();
        try {
            Subject.Measured fork = version.fork(threads, turn.number());
            return fork.failure()
                    .map(why -> Outcome.problem("The fork failed: " + why + "."))
                    .orElseGet(() -> new Outcome(
                            Optional.of(new WatchedFork(
                                    clock.instant(), turn.version(), threads, fork.value(), fork.unit())),
                            Optional.empty()));
        } catch (PreflightException | SnippetException | UncheckedIOException e) {
            return Outcome.problem(String.valueOf(e.getMessage()));
        }
    }
}
