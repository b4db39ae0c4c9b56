// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import io.microbench.text.Durations;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Holds JMH's machine-wide lock for a whole run.
 *
 * <p>JMH takes the lock for each {@code Runner.run} and gives up at once if it is taken. A run here consists of many
 * such calls: it waits for the lock once, takes it for all of them, and makes JMH itself ignore it.
 */
public final class RunLock implements AutoCloseable {

    /** JMH's system property that allows a run during another run. */
    public static final String IGNORE = "jmh.ignoreLock";

    private static final Duration PAUSE = Duration.ofMillis(200);
    /** How long a run waits for another one on its machine to end. */
    public static final Duration WAIT = Duration.ofMinutes(30);

    private static final Duration REPEAT_MESSAGE = Duration.ofMinutes(1);

    /**
     * Excludes a second run in this JVM. A lock on the file cannot do that: it belongs to the whole process, and
     * closing any other channel on the file would release it.
     */
    private static final Semaphore IN_THIS_JVM = new Semaphore(1);

    private final Optional<FileChannel> channel;
    private final Optional<String> ignoredBefore;
    private boolean closed;

    private RunLock(Optional<FileChannel> channel) {
        this.channel = channel;
        this.ignoredBefore = Optional.ofNullable(System.getProperty(IGNORE));
        System.setProperty(IGNORE, "true");
    }

    /**
     * Takes the lock after waiting for another run to end.
     *
     * @throws PreflightException if the other run still holds the lock after {@code limit}, or this JVM is shutting down
     */
    public static RunLock acquire(Duration limit, Consumer<String> notes) {
        ShutdownHook.requireTime();
        boolean busyHere = IN_THIS_JVM.availablePermits() == 0;
        if (isIgnored() && !busyHere) {
            notes.accept("# -D" + IGNORE + " is set: other JMH runs on this machine may disturb this one.");
            return new RunLock(Optional.empty());
        }
        return acquireAnyway(limit, notes);
    }

    /** Returns whether this JVM ignores other runs on the machine. */
    public static boolean isIgnored() {
        return Boolean.getBoolean(IGNORE);
    }

    /** Returns a lock that locks nothing, and makes JMH ignore its own lock. */
    public static RunLock none() {
        return new RunLock(Optional.empty());
    }

    /** Returns the file that every JMH on this machine locks. */
    static Path file() {
        return Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
    }

    /**
     * Takes the lock even if {@code -Djmh.ignoreLock} is set, after waiting for another run to end.
     *
     * @throws PreflightException if the other run has not ended after {@code limit}
     */
    public static RunLock acquireAnyway(Duration limit, Consumer<String> notes) {
        return acquire(file(), limit, System::nanoTime, () -> false, notes);
    }

    /**
     * Takes the lock as {@link #acquireAnyway} does, or no lock while another process of the same run holds it: two
     * hosts of one run on one machine would wait for each other forever.
     *
     * <p>The process that takes the lock puts a file with the name of the run into its temporary folder, which others look for.
     *
     * @param folder the temporary folder of this process
     * @throws PreflightException if another run has not ended after {@code limit}
     */
    public static RunLock acquireShared(String run, Path folder, Duration limit, Consumer<String> notes)
            throws IOException {
        return acquireShared(file(), run, folder, limit, notes);
    }

    static RunLock acquireShared(Path file, String run, Path folder, Duration limit, Consumer<String> notes)
            throws IOException {
        String mark = "holds-lock-of-" + run;
        RunLock lock = acquire(file, limit, System::nanoTime, () -> TemporaryFolders.anyLiveHas(folder, mark), notes);
        if (lock.channel.isPresent()) {
            Files.createFile(folder.resolve(mark));
        }
        return lock;
    }

    static RunLock acquire(
            Path file, Duration limit, LongSupplier nanoClock, BooleanSupplier shared, Consumer<String> notes) {
        long start = nanoClock.getAsLong();
        long nextMessage = start;
        // The first attempt prints nothing: the other run may be about to end, or belong to another process of this
        // run.
        for (boolean again = false; ; again = true) {
            Optional<FileChannel> taken = attempt(file);
            if (taken.isPresent()) {
                return new RunLock(taken);
            }
            if (shared.getAsBoolean()) {
                return none();
            }
            long now = nanoClock.getAsLong();
            if (now - start >= limit.toNanos()) {
                throw new PreflightException("Another JMH run on this machine still holds " + file + " after "
                        + Durations.text(limit)
                        + ". Wait for it to end, or ignore it with -D" + IGNORE + "=true.");
            }
            if (again && now - nextMessage >= 0) {
                notes.accept("# Another JMH run on this machine holds " + file + "; waiting up to "
                        + Durations.text(limit.minusNanos(nextMessage - start)) + " for it to end.");
                nextMessage = now + REPEAT_MESSAGE.toNanos();
            }
            pause();
            ShutdownHook.requireTime();
        }
    }

    private static Optional<FileChannel> attempt(Path file) {
        if (!IN_THIS_JVM.tryAcquire()) {
            return Optional.empty();
        }
        Optional<FileChannel> taken = Optional.empty();
        try {
            taken = lock(file);
        } catch (IOException e) {
            throw new PreflightException(
                    "Cannot lock " + file + " (" + e
                            + "), which prevents two JMH runs at the same time. Make it writable, or set -Djava.io.tmpdir to a writable folder.");
        } finally {
            if (taken.isEmpty()) {
                IN_THIS_JVM.release();
            }
        }
        return taken;
    }

    private static Optional<FileChannel> lock(Path file) throws IOException {
        FileChannel channel = open(file);
        Optional<FileChannel> locked = Optional.empty();
        try {
            if (channel.tryLock() != null) {
                locked = Optional.of(channel);
            }
        } catch (OverlappingFileLockException e) {
            // Other code in this JVM runs JMH, which holds the lock.
        } finally {
            if (locked.isEmpty()) {
                channel.close();
            }
        }
        return locked;
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
        if (closed) {
            return;
        }
        closed = true;
        ignoredBefore.ifPresentOrElse(v -> System.setProperty(IGNORE, v), () -> System.clearProperty(IGNORE));
        channel.ifPresent(held -> {
            try {
                held.close();
            } catch (IOException e) {
                // The error is ignored because nothing was written to the file.
            }
            IN_THIS_JVM.release();
        });
    }

    /**
     * Opens the lock file, and creates it if it does not exist. Links are not followed, because others may write to its
     * folder, such as {@code /tmp}.
     *
     * @throws IOException if it is a link or a folder, or not permitted; the message names the reason
     */
    static FileChannel open(Path file) throws IOException {
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            PosixFileAttributeView view =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (view != null) {
                // As in JMH: another user's run must be able to lock it, too.
                Set<PosixFilePermission> permissions = view.readAttributes().permissions();
                permissions.add(PosixFilePermission.GROUP_WRITE);
                permissions.add(PosixFilePermission.OTHERS_WRITE);
                view.setPermissions(permissions);
            }
            return channel;
        } catch (FileAlreadyExistsException e) {
            // Opened for reading and writing, because opening a pipe for both never blocks. CREATE is not used: in a
            // folder such as /tmp, Linux then refuses to open a file that another user created.
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
