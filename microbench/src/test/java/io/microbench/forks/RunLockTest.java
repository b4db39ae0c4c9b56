// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.run.JavaChild;
import io.microbench.run.TestClock;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();
    private final TestClock clock = new TestClock();
    /** Each reading of the clock advances it by 40 seconds. */
    private long hurrying() {
        clock.pass(Duration.ofSeconds(40));
        return clock.getAsLong();
    }

    private Path file;
    private Optional<String> ignoredBefore = Optional.empty();

    @BeforeEach
    void file() {
        file = temporary.resolve("jmh.lock");
        ignoredBefore = Optional.ofNullable(System.getProperty("jmh.ignoreLock"));
        System.clearProperty("jmh.ignoreLock");
    }

    @AfterEach
    void restore() {
        ignoredBefore.ifPresentOrElse(
                value -> System.setProperty("jmh.ignoreLock", value), () -> System.clearProperty("jmh.ignoreLock"));
    }

    private RunLock acquire(Duration limit) {
        return RunLock.acquire(file, limit, clock, () -> false, said::add);
    }

    /** Returns the output of another JVM that tries to take the lock now. */
    private String seenFromOutside() throws IOException, InterruptedException {
        try (JavaChild other = JavaChild.start(LockProbe.class, temporary, file.toString())) {
            other.awaitLine(line -> true);
            return other.lines().get(0);
        }
    }

    @Test
    void excludesOtherProcessesWhileHeld() throws IOException, InterruptedException {
        RunLock lock = acquire(Duration.ZERO);
        assertThat(seenFromOutside()).isEqualTo("refused");
        lock.close();
        assertThat(seenFromOutside()).isEqualTo("locked");
        assertThat(said).isEmpty();
    }

    /** The system treats this JVM as one process: closing a second channel on the file would release the lock. */
    @Test
    void keepsLockDespiteSecondAttemptInThisJvm() throws IOException, InterruptedException {
        try (RunLock first = acquire(Duration.ZERO)) {
            assertThatExceptionOfType(PreflightException.class).isThrownBy(() -> acquire(Duration.ZERO));
            assertThat(seenFromOutside()).isEqualTo("refused");
        }
    }

    @Test
    void sharesLockAmongHostsOfOneRun() throws IOException {
        long pid = ProcessHandle.current().pid();
        Path one = Files.createDirectory(temporary.resolve("microbench-" + pid + "-1"));
        Path other = Files.createDirectory(temporary.resolve("microbench-" + pid + "-2"));
        try (RunLock first = RunLock.acquireShared(file, "4711", one, Duration.ZERO, said::add);
                RunLock second = RunLock.acquireShared(file, "4711", other, Duration.ZERO, said::add)) {
            assertThatExceptionOfType(PreflightException.class)
                    .isThrownBy(() -> RunLock.acquireShared(file, "4712", other, Duration.ZERO, said::add))
                    .withMessageStartingWith("Another JMH run on this machine still holds " + file);
        }
        assertThat(said).isEmpty();
    }

    @Test
    void doesNotSuggestIgnoringLockToSecondRunInThisJvm() {
        try (RunLock first = acquire(Duration.ZERO)) {
            assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("true");
            assertThatExceptionOfType(PreflightException.class)
                    .isThrownBy(() -> RunLock.acquire(Duration.ZERO, said::add))
                    .withMessageContaining("Another JMH run");
            assertThat(said).isEmpty();
        }
    }

    @Test
    void printsNothingBeforeItHasWaited() {
        AtomicBoolean isSharedNow = new AtomicBoolean();
        try (RunLock first = acquire(Duration.ZERO)) {
            RunLock.acquire(file, HOUR, clock, () -> isSharedNow.getAndSet(true), said::add)
                    .close();
        }
        assertThat(said).isEmpty();
    }

    @Test
    void waitsForOtherProcess() throws IOException, InterruptedException {
        try (JavaChild other = JavaChild.start(LockProbe.class, temporary, file.toString())) {
            other.awaitLine("locked"::equals);
            LongSupplier watched = () -> {
                if (!said.isEmpty()) {
                    end(other);
                }
                return clock.getAsLong();
            };
            RunLock.acquire(file, HOUR, watched, () -> false, said::add).close();
        }

        assertThat(said)
                .containsExactly(
                        "# Another JMH run on this machine holds " + file + "; waiting up to 1 h for it to end.");
    }

    private static void end(JavaChild child) {
        try {
            child.tell("enough");
        } catch (IOException e) {
            // The other process has already ended.
        }
    }

    @Test
    @Timeout(300)
    void stopsWaitingWhenJvmIsAskedToEnd() throws IOException, InterruptedException {
        try (RunLock first = acquire(Duration.ZERO);
                JavaChild waiting = JavaChild.start(LockWaiter.class, temporary, file.toString())) {
            waiting.awaitLine(line -> line.contains("; waiting up to "));

            waiting.signal("TERM");

            assertThat(waiting.awaitEnd()).isEqualTo(143);
            assertThat(waiting.lines()).last().isEqualTo("Stopped before anything was measured.");
        }
    }

    @Test
    void givesUpAfterTimeLimitWithAdvice() throws IOException, InterruptedException {
        try (JavaChild other = JavaChild.start(LockProbe.class, temporary, file.toString())) {
            other.awaitLine("locked"::equals);
            assertThatExceptionOfType(PreflightException.class)
                    .isThrownBy(() ->
                            RunLock.acquire(file, Duration.ofSeconds(150), this::hurrying, () -> false, said::add))
                    .withMessage("Another JMH run on this machine still holds " + file + " after 2 min 30 s."
                            + " Wait for it to end, or ignore it with -Djmh.ignoreLock=true.");
        }

        // Checks at 40 s, 80 s and 120 s, but prints the message from the second check, and only once a minute.
        assertThat(said).hasSize(1).first().asString().contains("waiting up to 2 min 30 s");
    }

    @Test
    void stopsWaitingWhenInterrupted() {
        try (RunLock first = acquire(Duration.ZERO)) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(PreflightException.class)
                    .isThrownBy(() -> acquire(HOUR))
                    .withMessageContaining("Interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void setsJmhPropertyAndRestoresItsValue() {
        acquire(Duration.ZERO).close();
        assertThat(System.getProperty("jmh.ignoreLock")).isNull();

        System.setProperty("jmh.ignoreLock", "false");
        RunLock lock = acquire(Duration.ZERO);
        assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("true");
        lock.close();
        assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("false");
        System.setProperty("jmh.ignoreLock", "later");
        lock.close();
        assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("later");
    }

    @Test
    void warnsIfLockIsIgnored() {
        System.setProperty("jmh.ignoreLock", "true");
        RunLock.acquire(Duration.ZERO, said::add).close();

        assertThat(said)
                .containsExactly("# -Djmh.ignoreLock is set: other JMH runs on this machine may disturb this one.");
        assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("true");
    }

    /** Another user may have created the link, and it may point to one of our files. */
    @Test
    void rejectsSymbolicLink() throws IOException {
        Path target = Files.writeString(temporary.resolve("target"), "ours");
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(target);
        Files.createSymbolicLink(file, target);
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> acquire(Duration.ZERO))
                .withMessageContaining("Cannot lock " + file)
                .withMessageContaining("-Djava.io.tmpdir");
        assertThat(Files.getPosixFilePermissions(target)).isEqualTo(permissions);

        Path absent = temporary.resolve("absent");
        Files.delete(file);
        Files.createSymbolicLink(file, absent);
        assertThatExceptionOfType(PreflightException.class).isThrownBy(() -> acquire(Duration.ZERO));
        assertThat(absent).doesNotExist();
    }

    @Test
    @Timeout(300)
    void doesNotBlockOnPipe() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();

        acquire(Duration.ZERO).close();
    }

    @Test
    void createsFileThatOtherUsersCanLock() throws IOException {
        acquire(Duration.ZERO).close();
        assertThat(Files.getPosixFilePermissions(file)).contains(PosixFilePermission.OTHERS_WRITE);
    }

    @Test
    void namesFileThatCannotBeLocked() {
        file = temporary.resolve("no/such/folder/jmh.lock");
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> acquire(Duration.ZERO))
                .withMessageStartingWith("Cannot lock " + file)
                .withMessageContaining("-Djava.io.tmpdir");

        file = temporary.resolve("jmh.lock");
        acquire(Duration.ZERO).close();
        assertThat(Files.exists(file)).isTrue();
    }

    @Test
    void locksSameFileAsJmh() {
        assertThat(RunLock.file()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir") + "/jmh.lock"));
    }
}
