// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.forks.RunLock;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lock of the machine for all hosts of one run, which would wait for each other forever where two nodes are on one machine.
 *
 * <p>The first host takes JMH's lock and puts a file with the name of the run into its temporary folder, whose name has the id of its
 * process. Another host that does not get the lock looks for that file: where a host of its own run that is alive has the lock, it needs none.
 */
final class SharedLock {

    private static final String MARK = "holds-lock-of-";
    private static final Pattern FOLDER = Pattern.compile("microbench-(\\d{1,18})-.*");
    private static final long PAUSE_MILLIS = 100;

    private SharedLock() {}

    /**
     * Takes the lock, or none where a host of the same run has it.
     *
     * @param run the name of the run
     * @param folder the temporary folder of this host
     * @param limit how long to wait for another run
     * @param notes takes a line if it has to wait
     * @throws PreflightException if another run is still there when {@code limit} is over
     */
    static RunLock take(String run, Path folder, Duration limit, Consumer<String> notes)
            throws IOException, InterruptedException {
        return take(run, folder, limit, notes, RunLock::attemptAnyway);
    }

    static RunLock take(
            String run, Path folder, Duration limit, Consumer<String> notes, Supplier<Optional<RunLock>> attempt)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        boolean noted = false;
        while (true) {
            Optional<RunLock> own = attempt.get();
            if (own.isPresent()) {
                Files.createFile(folder.resolve(MARK + run));
                return own.get();
            }
            if (isHeldBy(run, folder)) {
                return RunLock.none();
            }
            if (System.nanoTime() - start >= limit.toNanos()) {
                throw new PreflightException("another JMH run on its machine did not end within "
                        + Durations.text(limit) + ". Wait for its end, or end it");
            }
            if (!noted) {
                noted = true;
                notes.accept("# Another JMH run is on this machine; waiting up to " + Durations.text(limit)
                        + " for its end.");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static boolean isHeldBy(String run, Path own) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(own.resolveSibling("."), "microbench-*")) {
            for (Path folder : folders) {
                Matcher name = FOLDER.matcher(String.valueOf(folder.getFileName()));
                if (name.matches()
                        && Files.exists(folder.resolve(MARK + run))
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent()) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Then it waits.
        }
        return false;
    }
}
