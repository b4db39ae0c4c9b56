// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests a watch on a subject whose forks measure until they are stopped. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the files are looked at now and then")
class WatchTest {

    private static final String LOOKER = "microbench-class-files";

    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final AtomicInteger forks = new AtomicInteger();
    private final AtomicInteger failing = new AtomicInteger();
    private Path classes = Path.of("");
    private Thread runner = new Thread();
    private Optional<Watch> opened = Optional.empty();

    /** Measures until it is closed, like a fork of a minute. */
    private final class Endless implements Subject.Version {

        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public Subject.Plan prepare() {
            return new Subject.Plan("endless", 1);
        }

        @Override
        public Subject.Measured fork(int workers, int number) {
            if (failing.getAndDecrement() > 0) {
                return Subject.Measured.failed("half a class");
            }
            forks.incrementAndGet();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Subject.Measured(1, "ops/s", Optional.empty());
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private Watch watch(Path... entries) {
        List<String> files = new ArrayList<>();
        List.of(entries).forEach(entry -> files.add(entry.toString()));
        Watch watch = new Watch(
                new Subject() {
                    @Override
                    public List<String> files() {
                        return files;
                    }

                    @Override
                    public Version start(Path own) {
                        return new Endless();
                    }
                },
                said::add);
        opened = Optional.of(watch);
        runner = new Thread(watch::run);
        runner.start();
        return watch;
    }

    @BeforeEach
    void makeClasses() throws IOException {
        classes = Files.createDirectory(folder.resolve("classes"));
        Files.writeString(classes.resolve("A.class"), "a");
    }

    @AfterEach
    void stop() throws InterruptedException {
        opened.ifPresent(Watch::close);
        runner.join();
        await("no thread is left", () -> looker().isEmpty());
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as(what).isLessThan(TimeUnit.SECONDS.toNanos(120));
            Thread.sleep(10);
        }
    }

    private static Optional<Thread> looker() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(LOOKER))
                .findFirst();
    }

    /** Waits until the scanning thread waits without a limit, which one that scans periodically never does. */
    private static void awaitThatNobodyLooks() throws InterruptedException {
        await(LOOKER + " waits for a change", () -> looker().filter(thread -> thread.getState() == Thread.State.WAITING)
                .isPresent());
    }

    private void awaitForks(int count) throws InterruptedException {
        await(count + " versions were measured: " + said, () -> forks.get() == count);
    }

    private void awaitLine(Predicate<String> line) throws InterruptedException {
        await("a line among " + said, () -> said.stream().anyMatch(line));
    }

    @Tag("processes")
    @Test
    void nobodyLooksAtFilesWhileAForkMeasuresAndAChangeStillEndsIt() throws Exception {
        Path jar = Files.writeString(folder.resolve("lib.jar"), "jar");
        watch(classes, jar);
        awaitForks(1);
        awaitThatNobodyLooks();

        Files.writeString(classes.resolve("A.class"), "another");
        awaitForks(2);
        awaitThatNobodyLooks();

        Files.writeString(jar, "another");
        awaitForks(3);
        awaitThatNobodyLooks();

        Files.writeString(Files.createDirectories(classes.resolve("p/q")).resolve("B.class"), "b");
        awaitForks(4);
        awaitThatNobodyLooks();

        Files.writeString(classes.resolve("p/q/B.class"), "in a folder that came later");
        awaitForks(5);
    }

    @Tag("processes")
    @Test
    void aFolderThatGoesAndComesBackIsWatchedAgain() throws Exception {
        watch(classes);
        awaitForks(1);
        awaitThatNobodyLooks();

        Files.delete(classes.resolve("A.class"));
        Files.delete(classes);
        awaitForks(2);

        Files.writeString(Files.createDirectory(classes).resolve("A.class"), "built again");
        awaitForks(3);
        awaitThatNobodyLooks();

        Files.writeString(classes.resolve("A.class"), "and again");
        awaitForks(4);
    }

    @Test
    void aFailureIsToldOnceNothingMovesAndTheNextVersionIsMeasured() throws Exception {
        failing.set(1);
        watch(classes);
        awaitLine(line -> line.endsWith("The fork failed: half a class. Waiting for a change."));
        awaitThatNobodyLooks();

        Files.writeString(classes.resolve("A.class"), "whole");
        awaitForks(1);
        assertThat(said).anyMatch(line -> line.endsWith("The code has changed: #2."));
    }

    @Test
    void itStopsWhileNobodyLooks() throws Exception {
        Watch watch = watch(classes);
        awaitForks(1);
        awaitThatNobodyLooks();

        watch.stop();
        runner.join(60_000);

        assertThat(runner.isAlive()).isFalse();
        assertThat(watch.isRunning()).isFalse();
    }
}
