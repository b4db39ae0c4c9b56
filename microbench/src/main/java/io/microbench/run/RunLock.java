/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Holds JMH's machine-wide lock for a whole run.
 *
 * <p>JMH takes the lock for each {@code Runner.run} and gives up at once when somebody else has it. Here a run is many such
 * calls; the lock is taken once, for all of them, and waited for. JMH itself is then told to ignore it.
 */
final class RunLock implements AutoCloseable {

    private static final String IGNORE = "jmh.ignoreLock";
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration REPEAT_MESSAGE = Duration.ofMinutes(1);

    private final Optional<FileChannel> channel;
    private final Optional<String> ignoredBefore;

    private RunLock(Optional<FileChannel> channel) {
        this.channel = channel;
        this.ignoredBefore = Optional.ofNullable(System.getProperty(IGNORE));
        System.setProperty(IGNORE, "true");
    }

    /**
     * Takes the lock, waiting for another run to end.
     *
     * @throws PreflightException if the other run is still there when {@code limit} is over
     */
    static RunLock acquire(Duration limit, LongSupplier nanoClock, Consumer<String> say) {
        if (Boolean.getBoolean(IGNORE)) {
            say.accept("# -D" + IGNORE + " is set: other JMH runs on this machine may disturb this one.");
            return new RunLock(Optional.empty());
        }
        return new RunLock(Optional.of(acquire(file(), limit, nanoClock, say)));
    }

    /** Returns the file that every JMH on this machine locks. */
    static Path file() {
        return Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
    }

    static FileChannel acquire(Path file, Duration limit, LongSupplier nanoClock, Consumer<String> say) {
        long start = nanoClock.getAsLong();
        long nextMessage = start;
        while (true) {
            Optional<FileChannel> taken = attempt(file);
            if (taken.isPresent()) {
                return taken.get();
            }
            long now = nanoClock.getAsLong();
            if (now - start >= limit.toNanos()) {
                throw new PreflightException(
                        "Another JMH run on this machine still holds " + file + " after " + Durations.text(limit)
                                + ". Wait for it to end, or allow more time with -Dmicrobench.lockWait=1h.");
            }
            if (now - nextMessage >= 0) {
                nextMessage = now + REPEAT_MESSAGE.toNanos();
                say.accept("# Another JMH run on this machine holds " + file + "; waiting up to "
                        + Durations.text(limit.minusNanos(now - start)) + " for it to end.");
            }
            pause();
        }
    }

    private static Optional<FileChannel> attempt(Path file) {
        try {
            boolean created = Files.notExists(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (created) {
                // As JMH does: another user's run must be able to lock it, too.
                file.toFile().setWritable(true, false);
            }
            if (locks(channel)) {
                return Optional.of(channel);
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            throw new PreflightException(
                    "Cannot lock " + file + " (" + e.getMessage()
                            + "), which keeps two JMH runs apart. Make it writable, or set -Djava.io.tmpdir to a folder that is.");
        }
    }

    private static boolean locks(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Another run in this very JVM has it.
            return false;
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written through it.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PreflightException("Interrupted while waiting for another JMH run to end.");
        }
    }

    @Override
    public void close() {
        ignoredBefore.ifPresentOrElse(v -> System.setProperty(IGNORE, v), () -> System.clearProperty(IGNORE));
        channel.ifPresent(RunLock::close);
    }
}
