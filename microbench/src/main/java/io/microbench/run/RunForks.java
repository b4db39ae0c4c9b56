// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.cds.ForkArchive;
import io.microbench.environment.Calibrator;
import io.microbench.fixture.Fixtures;
import io.microbench.fork.ForkGauge;
import io.microbench.forks.BusyForks;
import io.microbench.forks.ForkRun;
import io.microbench.forks.ForkWatch;
import io.microbench.forks.MonitoredFork;
import io.microbench.monitor.Monitor;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.progress.Progress;
import io.microbench.result.RunFolder;
import io.microbench.result.RunWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts the forks of a run with what all of them share: the class archive, the monitor, the process that ends them
 * when the host is killed, and the calibrations between them.
 */
final class RunForks implements LocalCaseForks.Starter, AutoCloseable {

    private final RunFolder folder;
    private final ForkWatch.Outside outside;
    private final BusyForks busy;
    private final ForkArchive archive;
    private final Optional<MonitorHistory> history;
    private final Optional<Monitor> monitor;
    private final ForkReaper reaper;
    private final Calibrator calibrator;
    private final Fixtures fixtures;

    /**
     * Prepares to start forks.
     *
     * @param outside is asked while a fork runs whether it is to end
     * @param busy takes each fork
     * @param console takes lines for people
     */
    RunForks(
            Plan plan,
            RunFolder folder,
            Clock clock,
            ForkWatch.Outside outside,
            BusyForks busy,
            Consumer<String> console) {
        this.folder = folder;
        this.outside = outside;
        this.busy = busy;
        this.archive = ForkArchive.of(plan);
        this.history = Monitors.history(plan, List.of());
        this.monitor = history.map(seen -> Monitor.start(folder.path().toAbsolutePath(), seen));
        Path echo = ForkRun.echo(folder.path());
        this.reaper = ForkReaper.start(
                echo,
                echo.resolveSibling(echo.getFileName() + ".tmp"),
                echo.resolveSibling(ForkGauge.FILE),
                RunWriter.draft(folder.path().resolve(RunFolder.RECORD)).toAbsolutePath());
        this.calibrator = Calibrator.ofThisMachine(clock);
        this.fixtures = new Fixtures(
                plan.cases(), folder.path().toAbsolutePath(), clock, ended -> folder.fixture(ended.run()), console);
    }

    @Override
    public ForkRun.Outcome start(ForkRun fork, Progress progress, boolean withHeader) {
        return start(fork, progress, withHeader, outside);
    }

    /**
     * Runs a fork when all have ended that are in a score; its fixture is started again, and ends with the run or with the next such fork.
     *
     * @param limits is asked while it runs whether it is to end
     */
    ForkRun.Outcome startAside(ForkRun fork, Progress progress, ForkWatch.Outside limits) {
        fixtures.closeOthers(fork.planned().id());
        return start(fork, progress, false, limits);
    }

    private ForkRun.Outcome start(ForkRun fork, Progress progress, boolean withHeader, ForkWatch.Outside limits) {
        calibrate();
        return fixtures.around(fork, limits, busy, (one, asked) -> {
            if (one == fork) {
                return run(one, progress, asked, withHeader);
            }
            progress.asideStarted("warm-up for " + fork.planned().id().text());
            try {
                return run(one, progress, asked, false);
            } finally {
                progress.asideEnded();
            }
        });
    }

    private ForkRun.Outcome run(ForkRun fork, Progress progress, ForkWatch.Outside asked, boolean withHeader) {
        monitor.ifPresent(m -> fork.withListener(MonitoredFork.announced(m, fork.planned())));
        return fork.from(archive).run(reaper, progress, asked, busy, withHeader);
    }

    @Override
    public void ended(PlannedCase planned) {
        fixtures.ended(planned.id());
    }

    /** Closes the fixtures, from any thread; a fork that waits for one is not started. */
    void endFixtures() {
        fixtures.close();
    }

    /** Calibrates the machine, if it is time to; no fork may be busy. */
    void calibrate() {
        calibrator.betweenForks().ifPresent(folder::calibrated);
    }

    /** Returns what the monitor saw of the forks; empty if there is none. */
    Optional<MonitorHistory> monitored() {
        return history;
    }

    @Override
    public void close() {
        fixtures.close();
        monitor.ifPresent(Monitor::close);
        reaper.close();
    }
}
