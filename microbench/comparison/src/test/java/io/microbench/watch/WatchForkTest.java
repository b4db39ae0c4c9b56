// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.remote.ForkServerClient;
import io.microbench.text.PreflightException;
import io.microbench.watch.WatchLog.WatchedFork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a watch with real forks. */
@Tag("processes")
@Timeout(1200)
class WatchForkTest {

    private static final long PATIENCE_SECONDS = 600;

    @TempDir
    Path watched;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private Watch open(String pattern) {
        Path classes = Path.of(WatchForkTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return Watch.ofCase(
                new ForkServerClient.Launch(
                        "fixtures",
                        List.of(watched.toString(), classes.toString()),
                        watched,
                        Map.of(
                                "microbench.cases", pattern,
                                "jmh.ignoreLock", "true",
                                "warmupIterations", "1",
                                "microbench.warmupTime", "20ms",
                                "measureIterations", "2",
                                "microbench.measurementTime", "20ms")),
                said::add,
                line -> {});
    }

    private void await(Predicate<String> line) throws InterruptedException {
        long start = System.nanoTime();
        while (said.stream().noneMatch(line)) {
            assertThat(System.nanoTime() - start).as("%s", said).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
            Thread.sleep(20);
        }
    }

    @Test
    void measuresRepeatedlyAndSwitchesToNewCode() throws Exception {
        Files.writeString(watched.resolve("Some.class"), "old");
        try (Watch watch = open("*WatchedFixture.count")) {
            Thread runner = new Thread(watch::run);
            runner.start();
            await(line -> line.contains("  #1  "));
            assertThat(said.get(0)).startsWith("Watching ").contains("WatchedFixture.count:threads=1 in fixtures. ");
            Files.writeString(watched.resolve("Some.class"), "new code");
            await(line -> line.contains("  #2  "));

            assertThat(said)
                    .anyMatch(line -> line.contains("  The code has changed: #2."))
                    .anyMatch(line -> line.contains("  #2  ") && line.contains("  baseline "));
            watch.stop();
            runner.join();
            assertThat(watch.rounds()).extracting(WatchedFork::version).contains(1, 2);
            assertThat(watch.rounds()).extracting(WatchedFork::value).allMatch(value -> value > 0);
            assertThat(watch.isRunning()).isFalse();
        }
    }

    @Test
    void requiresOneCase() throws IOException {
        try (Watch watch = open("*WatchedFixture*")) {
            assertThatExceptionOfType(PreflightException.class)
                    .isThrownBy(watch::run)
                    .withMessageStartingWith("Only one case can be watched, but 2 are selected: ")
                    .withMessageContaining("WatchedFixture.count:threads=1")
                    .withMessageContaining("Select one case");
        }
    }
}
