// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ForkReport;
import io.microbench.forks.HarnessPath;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.HostProcess;
import io.microbench.result.Calibration;
import io.microbench.result.CasePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts real hosts and reads their lines like a node that forwards them. */
@Tag("processes")
class HostProcessForkTest {

    private static final long DEADLINE_SECONDS = 120;

    @TempDir
    Path folder;

    private ForkServerClient.Launch launch() {
        return new ForkServerClient.Launch(
                "node b",
                List.of(HarnessPath.location(CountingFixture.class.getName()).orElseThrow()),
                folder,
                Map.of(
                        "java.io.tmpdir",
                        folder.toString(),
                        "microbench.cases",
                        CountingFixture.class.getName() + ".*"));
    }

    private static final class Collected implements HostLines.Taker {

        final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
        final BlockingQueue<HostEnd> ends = new LinkedBlockingQueue<>();

        @Override
        public void replied(String line) {
            replies.add(line);
        }

        @Override
        public void printed(String line) {}

        @Override
        public void ended(HostEnd end) {
            ends.add(end);
        }
    }

    @Test
    void forwardsLinesOfHostAndReportsItsEndOnce() throws Exception {
        Collected lines = new Collected();
        try (HostProcess host = HostProcess.start(launch(), lines)) {
            assertThat(lines.replies.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).startsWith("{\"hello\":");
            // Its settings may contain secrets, so their file is deleted as soon as it has been read.
            assertThat(left()).isEmpty();
        }

        assertThat(lines.ends.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(HostEnd.Exited.class);
        assertThat(lines.ends).isEmpty();
    }

    @Test
    void locksCalibratesAndCleansUpOnOwnMachine() throws IOException {
        Optional<Duration> wait = Optional.of(Duration.ofMinutes(1));
        List<Calibration> calibrations = new CopyOnWriteArrayList<>();
        ForkServerClient.HostListener listener = new ForkServerClient.HostListener() {
            @Override
            public void printed(String line) {}

            @Override
            public void calibrated(Calibration complete) {
                calibrations.add(complete);
            }
        };
        try (ForkServerClient host =
                ForkServerClient.over("node b", taker -> HostProcess.start(launch(), taker), listener)) {
            HostCases.HostCase one = host.list(Map.of(), wait).cases().get(0);
            CasePlan plan =
                    TestPlans.tiny(CountingFixture.class, one.id().method(), 1).plan();
            ForkReport fork = host.run(one.id(), plan, 1, false, wait);
            ForkReport discarded = host.run(one.id(), plan, 2, true, wait);

            assertThat(calibrations.get(0).rounds()).hasSize(1);
            assertThat(fork.fork().failure()).isEmpty();
            assertThat(fork.score()).isPresent();
            assertThat(discarded.score()).isEqualTo(fork.score());
            assertThat(folder.resolve("jmh.lock")).exists();
        }

        assertThat(left()).isEmpty();
    }

    /** Returns the temporary folders of the harness. */
    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("microbench-"))
                    .toList();
        }
    }
}
