// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.Counters.CpuLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuLimitTest {

    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(folder.resolve("sys/fs/cgroup"));
    }

    private void group(String path, String text) throws IOException {
        Path group = Files.createDirectories(root.resolve(path));
        Files.writeString(group.resolve("cpu.stat"), text);
    }

    private CpuLimit find(String membership) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("proc/self")).resolve("cgroup"), membership);
        return CpuLimit.find(folder);
    }

    @Test
    void readsRootCgroupInContainer() throws IOException {
        group("", "usage_usec 900\nnr_periods 9\nnr_throttled 3\nthrottled_usec 2500000\n");

        assertThat(find("0::/\n").throttled()).isEqualTo(2.5);
    }

    /** The root of the host's tree has neither a limit nor a counter. */
    @Test
    void readsLimitsOfCgroupAndAncestorsOutsideContainer() throws IOException {
        group("", "usage_usec 900\n");
        group("a.slice", "nr_throttled 1\nthrottled_usec 500000\n");
        group("a.slice/b.scope", "nr_throttled 3\nthrottled_usec 2000000\n");
        group("other.slice", "nr_throttled 3\nthrottled_usec 7000000\n");

        CpuLimit limit = find("0::/a.slice/b.scope\n");

        assertThat(limit.files()).hasSize(2);
        assertThat(limit.throttled()).isEqualTo(2.5);
    }

    @Test
    void readsCpuTreeInNanosecondsOfCgroupV1() throws IOException {
        group("cpu,cpuacct/here", "nr_periods 4\nnr_throttled 2\nthrottled_time 1250000000\n");
        group("memory/here", "throttled_time 99000000000\n");

        assertThat(find("9:memory:/here\n4:cpu,cpuacct:/here\n0::/\n").throttled())
                .isEqualTo(1.25);
    }

    @Test
    void fallsBackToRootForGroupNameOfHost() throws IOException {
        group("cpu", "nr_throttled 1\nthrottled_time 500000000\n");

        assertThat(find("4:cpu:/docker/4f2a\n").throttled()).isEqualTo(0.5);
    }

    @Test
    void rereadsFileEachTime() throws IOException {
        group("", "throttled_usec 1000000\n");
        CpuLimit limit = find("0::/\n");
        group("", "throttled_usec 3000000\n");

        assertThat(limit.throttled()).isEqualTo(3);
    }

    @Test
    void returnsZeroWithoutGroupsOrCounters() throws IOException {
        group("", "throttled_usec many\n");

        assertThat(CpuLimit.find(folder).throttled()).isZero();
        assertThat(find("no line of the kind\n0::/\n").throttled()).isZero();
        assertThat(CpuLimit.ofThisJvm().throttled()).isNotNegative();
    }
}
