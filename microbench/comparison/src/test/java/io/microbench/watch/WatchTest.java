// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.text.PreflightException;
import io.microbench.watch.WatchLog.WatchedFork;
import io.microbench.watch.WatchedVersion.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a watch on a subject whose forks are scripted. */
class WatchTest {

    /** What happens during a fork. */
    private interface Script {
        Measured fork(int version, int number) throws IOException, InterruptedException;
    }

    private static final Measured GOOD = new Measured(12.5, "ops/us", Optional.empty());

    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private Script script = (version, number) -> GOOD;
    private Path file = Path.of("");
    private Optional<Watch> opened = Optional.empty();
    private Optional<String> refusal = Optional.empty();

    private final class Made implements Function<Path, WatchedVersion> {

        private int version;

        @Override
        public WatchedVersion apply(Path own) {
            version++;
            events.add("start " + own.getFileName());
            int started = version;
            return new WatchedVersion() {
                @Override
                public String prepare() {
                    refusal.ifPresent(why -> {
                        throw new PreflightException(why);
                    });
                    return "Codec.encode";
                }

                @Override
                public Measured fork(int number) {
                    events.add("fork " + started + "." + number);
                    try {
                        return script.fork(started, number);
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            };
        }
    }

    @BeforeEach
    void makeClasses() throws IOException {
        file = Files.createDirectory(folder.resolve("classes")).resolve("A.class");
        Files.writeString(file, "a");
        opened = Optional.of(new Watch(List.of(folder.resolve("classes").toString()), new Made(), said::add));
    }

    @AfterEach
    void close() {
        opened.orElseThrow().close();
    }

    private Watch watch() {
        return opened.orElseThrow();
    }

    private Measured stopped() {
        watch().stop();
        return Measured.failed("it was stopped");
    }

    @Test
    void ignoresForkDuringChange() {
        script = (version, number) -> {
            if (version == 1 && number == 2) {
                Files.writeString(file, "another");
            }
            return version == 2 && number == 2 ? stopped() : GOOD;
        };
        watch().run();

        assertThat(events)
                .containsExactly("start version-1", "fork 1.1", "fork 1.2", "start version-2", "fork 2.1", "fork 2.2");
        assertThat(watch().rounds()).extracting(WatchedFork::version).containsExactly(1, 2);
        assertThat(said.get(0)).startsWith("Watching Codec.encode. Each line is a fork.");
        assertThat(said.get(1)).endsWith("  #1  12.500 ops/us");
        assertThat(said.get(2)).contains("  The code has changed: #2.");
        assertThat(said.get(3)).contains("  #2  12.500 ops/us  baseline 12.500 ops/us");
        assertThat(said).hasSize(4);
        assertThat(watch().isRunning()).isFalse();
    }

    @Test
    void reportsFailureAndMeasuresNextVersion() throws Exception {
        Path other = file.resolveSibling("B.class");
        script = (version, number) -> version == 2 ? stopped() : Measured.failed("half a class");
        Thread writer = new Thread(() -> {
            try {
                while (said.stream().noneMatch(line -> line.endsWith("Waiting for a change."))) {
                    Thread.sleep(10);
                }
                Files.writeString(other, "whole");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        watch().run();
        writer.join();

        assertThat(said.get(1)).endsWith("  The fork failed: half a class. Waiting for a change.");
        assertThat(said.get(2)).contains("  The code has changed: #2.");
        assertThat(watch().rounds()).isEmpty();
    }

    @Test
    void waitsForChangeAfterInvalidVersion() {
        script = (version, number) -> {
            refusal = Optional.of("Half a class.");
            Files.writeString(file, "half");
            Thread stopper = new Thread(() -> {
                while (said.stream().noneMatch(line -> line.endsWith("Half a class. Waiting for a change."))) {
                    Thread.onSpinWait();
                }
                watch().stop();
            });
            stopper.setDaemon(true);
            stopper.start();
            return GOOD;
        };
        watch().run();

        assertThat(events).containsExactly("start version-1", "fork 1.1", "start version-2");
        assertThat(said).hasSize(3);
    }

    @Test
    void failsIfFirstVersionIsInvalid() {
        refusal = Optional.of("There is no benchmark to watch.");

        assertThatThrownBy(() -> watch().run())
                .isInstanceOf(PreflightException.class)
                .hasMessage("There is no benchmark to watch.");
        assertThat(said).isEmpty();
        assertThat(watch().isRunning()).isFalse();
    }

    @Test
    void stopsBusyFork() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        script = (version, number) -> {
            begun.countDown();
            closed.await();
            return GOOD;
        };
        Thread runner = new Thread(watch()::run);
        runner.start();
        begun.await();
        watch().stop();
        runner.join();

        assertThat(watch().rounds()).isEmpty();
        assertThat(watch().isRunning()).isFalse();
    }
}
