// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.environment.Calibrator;
import io.microbench.forks.RunClock;
import io.microbench.forks.RunLock;
import io.microbench.process.TemporaryFolders;
import io.microbench.result.Calibration;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The duties of a host whose coordinator is on another machine: the lock, the calibrations between forks, and a folder
 * for files of running forks.
 *
 * <p>The lock is held for one command at a time, so that hosts of several nodes on one machine measure alternately.
 */
final class HostMachine implements AutoCloseable {

    private Optional<Calibrator> calibrator = Optional.empty();
    private Optional<Path> folder = Optional.empty();
    private boolean closed;

    /** Executes a command, after locking and calibrating the machine if the command requires that. */
    HostReply with(HostCommand command, Function<HostCommand, HostReply> answer) {
        if (!command.alone()) {
            return answer.apply(command);
        }
        try (RunLock lock = command.lockWait()
                .map(wait -> RunLock.acquireAnyway(wait, System.err::println))
                .orElseGet(RunLock::none)) {
            Optional<Calibration> more = calibrator().betweenForks();
            return answer.apply(command).with(more);
        } catch (PreflightException e) {
            return HostReply.problem(String.valueOf(e.getMessage()));
        }
    }

    private Calibrator calibrator() {
        Calibrator known = calibrator.orElseGet(() -> Calibrator.ofThisMachine(RunClock.start()));
        calibrator = Optional.of(known);
        return known;
    }

    /** Returns the host's own folder, empty at first, which is deleted with this object. */
    synchronized Path folder() {
        if (closed) {
            throw new PreflightException("The host is shutting down.");
        }
        if (folder.isEmpty()) {
            try {
                folder = Optional.of(TemporaryFolders.create().toAbsolutePath());
            } catch (IOException e) {
                throw new PreflightException("Cannot create a folder for a fork in "
                        + System.getProperty("java.io.tmpdir") + ": " + e.getMessage());
            }
        }
        return folder.get();
    }

    @Override
    public synchronized void close() {
        closed = true;
        folder.ifPresent(TemporaryFolders::remove);
        folder = Optional.empty();
    }
}
