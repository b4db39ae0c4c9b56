// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.Counters.ThreadWaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadWaitsTest {

    @TempDir
    Path tasks;

    private void thread(int id, String name, String schedstat) throws IOException {
        Path folder = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
    }

    private void end(int id) throws IOException {
        Files.delete(tasks.resolve(id + "/comm"));
        Files.delete(tasks.resolve(id + "/schedstat"));
        Files.delete(tasks.resolve(Integer.toString(id)));
    }

    /** Recorded with JDK 17 on Linux 6.18, with names truncated to 15 characters. */
    @Test
    void sumsWaitsOfWorkersWithoutJvmThreads() throws IOException {
        thread(23039, "java", "3310404 26772000 2");
        thread(23041, "GC Thread#0", "28224372 82579696 74");
        thread(23045, "G1 Service", "663785 72984354 26");
        thread(23052, "C2 CompilerThre", "552849290 2285078533 709");
        thread(23057, "VM Periodic Tas", "1691704 426354648 80");
        thread(23062, "io.microbench.f", "589197350 2117050998 225");
        thread(23063, "nioEventLoopGro", "100 82949002 5");

        assertThat(new ThreadWaits(tasks).seconds().orElseThrow()).isCloseTo(2.2, within(1e-9));
    }

    @Test
    void rereadsCounters() throws IOException {
        ThreadWaits waits = new ThreadWaits(tasks);
        thread(1, "worker", "1 1000000000 1");
        assertThat(waits.seconds()).hasValue(1);

        thread(1, "worker", "2 1500000000 1");
        thread(2, "worker", "1 250000000 1");
        assertThat(waits.seconds()).hasValue(1.75);
    }

    @Test
    void keepsWaitsOfEndedThreads() throws IOException {
        ThreadWaits waits = new ThreadWaits(tasks);
        thread(1, "worker", "1 1000000000 1");
        thread(2, "worker", "1 2000000000 1");
        assertThat(waits.seconds()).hasValue(3);

        end(2);
        assertThat(waits.seconds()).hasValue(3);
    }

    @Test
    void returnsNothingWithoutKernelStatistics() throws IOException {
        assertThat(new ThreadWaits(tasks.resolve("none")).seconds()).isEmpty();
        thread(1, "worker", "not a number");
        assertThat(new ThreadWaits(tasks).seconds()).isEmpty();
    }
}
