// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProbeTest {

    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Environment probe() {
        return new EnvironmentProbe(root).probe();
    }

    @Test
    void leavesMissingValuesUnknown() {
        Environment bare = probe();

        assertThat(bare.cpuModel()).isEqualTo(Environment.UNKNOWN);
        assertThat(bare.governor()).isEqualTo(Environment.UNKNOWN);
        assertThat(bare.clockSource()).isEqualTo(Environment.UNKNOWN);
        assertThat(bare.virtualization()).isEqualTo(Environment.UNKNOWN);
        assertThat(bare.memoryBytes()).isEqualTo(-1);
        assertThat(bare.cpuLimit()).isEmpty();
        assertThat(bare.memoryLimitBytes()).isEmpty();
    }

    @Test
    void readsJvmOnEveryPlatform() {
        Environment bare = probe();

        assertThat(bare.logicalCpus()).isPositive();
        assertThat(bare.jdk()).contains(System.getProperty("java.version"));
        assertThat(bare.os()).startsWith(System.getProperty("os.name"));
        assertThat(bare.jmh()).isEqualTo("1.37");
        assertThat(bare.host()).isNotBlank();
        assertThat(bare.harness()).isNotBlank();
    }

    @Test
    void readsProcessorAndKernelSettings() throws IOException {
        file("proc/cpuinfo", """
                processor\t: 0
                model name\t: AMD EPYC 7B13: Milan
                flags\t\t: fpu sse hypervisor lahf_lm

                processor\t: 1
                model name\t: other
                """);
        file("proc/meminfo", "MemTotal:       24664124 kB\nMemFree: 1 kB\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");

        Environment machine = probe();
        assertThat(machine.cpuModel()).isEqualTo("AMD EPYC 7B13: Milan");
        assertThat(machine.virtualization()).isEqualTo("yes");
        assertThat(machine.memoryBytes()).isEqualTo(24_664_124L * 1024);
        assertThat(machine.governor()).isEqualTo("powersave");
        assertThat(machine.clockSource()).isEqualTo("tsc");
    }

    @Test
    void readsCgroupV2Limits() throws IOException {
        file("sys/fs/cgroup/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/memory.max", "2147483648\n");

        assertThat(probe().cpuLimit()).contains(1.5);
        assertThat(probe().memoryLimitBytes()).contains(2_147_483_648L);
    }

    @Test
    void readsMissingCgroupV2Limits() throws IOException {
        file("sys/fs/cgroup/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/memory.max", "max\n");

        assertThat(probe().cpuLimit()).isEmpty();
        assertThat(probe().memoryLimitBytes()).isEmpty();
    }

    @Test
    void readsCgroupV1Limits() throws IOException {
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");

        assertThat(probe().cpuLimit()).contains(0.5);
        assertThat(probe().memoryLimitBytes()).contains(536_870_912L);
    }

    @Test
    void readsMissingCgroupV1Limits() throws IOException {
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(probe().cpuLimit()).isEmpty();
        assertThat(probe().memoryLimitBytes()).isEmpty();
    }

    /** Such limits are set by systemd slices, Slurm jobs, or tools that run shells. */
    @Test
    void readsLimitsOfCgroupAndItsAncestors() throws IOException {
        file("proc/self/cgroup", "0::/jobs.slice/job-7.scope\n");
        file("sys/fs/cgroup/jobs.slice/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/jobs.slice/memory.max", "max\n");
        file("sys/fs/cgroup/jobs.slice/job-7.scope/cpu.max", "300000 100000\n");
        file("sys/fs/cgroup/jobs.slice/job-7.scope/memory.max", "2147483648\n");
        file("sys/fs/cgroup/other.slice/cpu.max", "10000 100000\n");

        assertThat(probe().cpuLimit()).contains(1.5);
        assertThat(probe().memoryLimitBytes()).contains(2_147_483_648L);
    }

    @Test
    void readsLimitsOfCgroupsV1OfThisProcess() throws IOException {
        file("proc/self/cgroup", "9:memory:/slurm/job_7\n4:cpu,cpuacct:/slurm/job_7\n0::/\n");
        file("sys/fs/cgroup/cpu,cpuacct/slurm/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu,cpuacct/slurm/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu,cpuacct/slurm/job_7/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu,cpuacct/slurm/job_7/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes", "536870912\n");

        assertThat(probe().cpuLimit()).contains(0.5);
        assertThat(probe().memoryLimitBytes()).contains(536_870_912L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rubbish", "1 0", "-5 100", "1 x", "99999999999999999999999 1", "\u0000\u0000"})
    void neverFailsOnUnreadableFiles(String rubbish) throws IOException {
        file("proc/cpuinfo", rubbish);
        file("proc/meminfo", "MemTotal: " + rubbish);
        file("proc/self/cgroup", "0::" + rubbish);
        file("sys/fs/cgroup/cpu.max", rubbish);
        file("sys/fs/cgroup/memory.max", rubbish);

        Environment machine = probe();
        assertThat(machine.cpuModel()).isEqualTo(Environment.UNKNOWN);
        assertThat(machine.cpuLimit()).isEmpty();
        assertThat(machine.memoryLimitBytes()).isEmpty();
    }
}
