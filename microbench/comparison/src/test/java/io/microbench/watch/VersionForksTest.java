// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.text.PreflightException;
import io.microbench.watch.VersionForks.Outcome;
import io.microbench.watch.VersionForks.Turn;
import io.microbench.watch.WatchLog.WatchedFork;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests forks of a made-up subject; the watch does not run, so its version stays the first. */
class VersionForksTest {

    private static final Instant NOW = Instant.parse("2026-11-20T15:00:11Z");

    private final List<String> events = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private Optional<String> refusal = Optional.empty();
    private Optional<String> forkRefusal = Optional.empty();
    private Subject.Measured measured = new Subject.Measured(12.5, "ops/us", Optional.empty());
    private final Watch watch = new Watch(new Made(), progress::add);
    private final VersionForks forks = new VersionForks(watch, progress::add, Clock.fixed(NOW, ZoneOffset.UTC));

    private final class Made implements Subject {

        @Override
        public List<String> files() {
            return List.of();
        }

        @Override
        public Version start(Path folder) {
            events.add("start " + folder.getFileName());
            return new MadeVersion();
        }
    }

    private final class MadeVersion implements Subject.Version {

        @Override
        public Subject.Plan prepare() {
            refusal.ifPresent(why -> {
                throw new PreflightException(why);
            });
            return new Subject.Plan("Codec.encode", 4);
        }

        @Override
        public Subject.Measured fork(int workers, int number) {
            events.add("fork " + number + " of " + workers);
            forkRefusal.ifPresent(why -> {
                throw new PreflightException(why);
            });
            return measured;
        }

        @Override
        public void close() {
            events.add("close");
        }
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private Outcome fork(int version, int number) {
        return forks.fork(new Turn(version, number)).orElseThrow();
    }

    @Test
    void aVersionIsStartedOnceForAllOfItsForks() {
        fork(1, 1);
        Outcome second = fork(1, 2);

        assertThat(events).containsExactly("start version-1", "fork 1 of 4", "fork 2 of 4");
        assertThat(progress).containsExactly("Watching Codec.encode.");
        assertThat(second)
                .isEqualTo(new Outcome(Optional.of(new WatchedFork(NOW, 1, 4, 12.5, "ops/us")), Optional.empty()));
    }

    @Test
    void theWorkersThatWereAskedForBeatThoseOfThePlan() {
        watch.workers(2);

        fork(1, 1);

        assertThat(events).contains("fork 1 of 2");
        assertThat(watch.workers()).isEqualTo(2);
    }

    @Test
    void otherWorkersHoldFromTheNextFork() {
        fork(1, 1);
        watch.workers(1);
        fork(1, 2);

        assertThat(events).endsWith("fork 1 of 4", "fork 2 of 1");
        assertThat(progress).last().asString().endsWith("Workers: 4 -> 1 with the next fork.");
    }

    @Test
    void aForkThatFailsIsAProblemWithItsReason() {
        measured = Subject.Measured.failed("no data.bin.");

        assertThat(fork(1, 1)).isEqualTo(Outcome.problem("The fork failed: no data.bin."));
    }

    @Test
    void aForkThatCannotBeStartedIsAProblemAndNoException() {
        forkRefusal = Optional.of("java cannot be started.");

        assertThat(fork(1, 1)).isEqualTo(Outcome.problem("java cannot be started."));
    }

    @Test
    void whatCannotBeMeasuredAtTheBeginningEndsTheWatch() {
        refusal = Optional.of("There is no benchmark to watch.");

        assertThatThrownBy(() -> fork(1, 1))
                .isInstanceOf(PreflightException.class)
                .hasMessage("There is no benchmark to watch.");
        assertThat(progress).isEmpty();
    }

    @Test
    void whatCannotBeMeasuredLaterWaitsForAChange() {
        fork(1, 1);
        refusal = Optional.of("Half a class.");

        assertThat(fork(1, 1)).isEqualTo(Outcome.problem("Half a class."));
        assertThat(progress).as("the title is printed once").hasSize(1);
    }

    @Test
    void aVersionThatIsOverIsEndedAndNotMeasured() {
        assertThat(fork(2, 1)).isEqualTo(Outcome.NOTHING);
        assertThat(events).containsExactly("start version-2", "close");
    }

    @Test
    void nothingIsMeasuredOnceTheWatchIsStopped() {
        fork(1, 1);
        watch.stop();

        assertThat(fork(1, 2)).isEqualTo(Outcome.NOTHING);
        assertThat(events).containsExactly("start version-1", "fork 1 of 4", "close");
    }

    @Test
    void fewerThanOneWorkerIsRefused() {
        assertThatThrownBy(() -> watch.workers(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Workers: 0. Expected 1 or more.");
    }
}
