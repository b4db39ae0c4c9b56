// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.SimultaneousComparison.ProcessorHalves;
import io.microbench.compare.SimultaneousComparison.ProcessorHalves.Processor;
import io.microbench.environment.EnvironmentProbe;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorHalvesTest {

    private static final double UNLIMITED = Double.POSITIVE_INFINITY;

    @TempDir
    Path machine;

    /** Returns cores of one kind, whose hyper-threads are numbered as Linux often does: 0 to n - 1, then their siblings. */
    private static List<Processor> cores(int cores, int threads, int from, String kind) {
        List<Processor> all = new ArrayList<>();
        for (int i = 0; i < cores * threads; i++) {
            all.add(new Processor(from + i, kind + i % cores, kind));
        }
        return all;
    }

    @Test
    void assignsOneOfTwoCoresToEachSide() {
        assertThat(ProcessorHalves.of(cores(2, 1, 0, ""), UNLIMITED))
                .isEqualTo(new ProcessorHalves("0", "1", 1, false));
    }

    @Test
    void keepsHyperThreadsOfCoreTogether() {
        assertThat(ProcessorHalves.of(cores(4, 2, 0, ""), UNLIMITED))
                .isEqualTo(new ProcessorHalves("0,2,4,6", "1,3,5,7", 4, false));
    }

    @Test
    void omitsOddCore() {
        assertThat(ProcessorHalves.of(cores(3, 1, 0, ""), UNLIMITED))
                .isEqualTo(new ProcessorHalves("0", "1", 1, false));
    }

    @Test
    void usesProcessorsOfOneKindOnly() {
        List<Processor> hybrid = new ArrayList<>(cores(2, 2, 0, "fast"));
        hybrid.addAll(cores(3, 1, 4, "slow"));

        assertThat(ProcessorHalves.of(hybrid, UNLIMITED)).isEqualTo(new ProcessorHalves("0,2", "1,3", 2, false));
    }

    @Test
    void treatsCoreWithOneAllowedHyperThreadAsOtherKind() {
        List<Processor> allowed = new ArrayList<>(cores(3, 2, 0, ""));
        allowed.remove(5);

        assertThat(ProcessorHalves.of(allowed, UNLIMITED)).isEqualTo(new ProcessorHalves("0,3", "1,4", 2, false));
    }

    @Test
    void splitsSingleCoreIntoSiblings() {
        assertThat(ProcessorHalves.of(cores(1, 2, 6, ""), UNLIMITED)).isEqualTo(new ProcessorHalves("6", "7", 1, true));
    }

    @ParameterizedTest
    @CsvSource({"4, '0,2', '1,3', 2", "5.5, '0,2', '1,3', 2", "2, 0, 1, 1"})
    void sharesControlGroupLimit(double limit, String first, String second, int each) {
        assertThat(ProcessorHalves.of(cores(4, 2, 0, ""), limit))
                .isEqualTo(new ProcessorHalves(first, second, each, false));
    }

    @Test
    void rejectsSingleProcessor() {
        assertThatThrownBy(() -> ProcessorHalves.of(cores(1, 1, 3, ""), UNLIMITED))
                .isInstanceOf(PreflightException.class)
                .hasMessage(
                        "--side-by-side: this process may use processor 3; expected two processors of one kind, one for"
                                + " each fork. Compare without --side-by-side: forks of both builds then run alternately.");
    }

    @Test
    void rejectsLimitBelowTwoProcessors() {
        assertThatThrownBy(() -> ProcessorHalves.of(cores(8, 1, 0, ""), 1.5))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("the processor time of 1.5 processors (the limit of its control group)");
    }

    @Test
    void rejectsTwoProcessorsOfDifferentKinds() {
        List<Processor> different = List.of(new Processor(0, "a", "fast"), new Processor(1, "b", "slow"));

        assertThatThrownBy(() -> ProcessorHalves.of(different, UNLIMITED))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("may use processor 0-1; expected two processors of one kind");
    }

    private void file(String name, String text) throws IOException {
        Path file = machine.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private void processor(int id, int socket, int core) throws IOException {
        file("sys/devices/system/cpu/cpu" + id + "/topology/core_id", Integer.toString(core));
        file("sys/devices/system/cpu/cpu" + id + "/topology/physical_package_id", Integer.toString(socket));
    }

    @Test
    void readsProcessorsFromLinux() throws IOException {
        file("proc/self/status", "Name:\tjava\nCpus_allowed:\t2f\nCpus_allowed_list:\t0-1,3,5");
        processor(0, 0, 0);
        processor(1, 0, 1);
        processor(3, 1, 0);
        file("sys/devices/system/cpu/cpu1/cpu_capacity", "512");
        file("sys/devices/cpu_atom/cpus", "3-4");

        assertThat(Processor.allowed(machine))
                .containsExactly(
                        new Processor(0, "0:0", ""),
                        new Processor(1, "0:1", "512"),
                        new Processor(3, "1:0", " efficiency"),
                        new Processor(5, "cpu5", ""));
    }

    @Test
    void usesLowestControlGroupLimit() throws IOException {
        file("proc/self/cgroup", "0::/a/b");
        file("sys/fs/cgroup/a/b/cpu.max", "max 100000");
        file("sys/fs/cgroup/a/cpu.max", "250000 100000");

        assertThat(new EnvironmentProbe(machine).cpuLimit()).contains(2.5);
        assertThat(new EnvironmentProbe(machine.resolve("elsewhere")).cpuLimit())
                .isEmpty();
    }

    @Test
    void rejectsSystemWithoutProcessorList() {
        assertThatThrownBy(() -> SimultaneousComparison.halves(machine, ""))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining(
                        "does not report the processors of a process; expected Linux. Compare without --side-by-side");
    }

    @Test
    void requiresTaskset() throws IOException {
        file("proc/self/status", "Cpus_allowed_list:\t0-1");

        assertThatThrownBy(() -> SimultaneousComparison.halves(machine, machine.toString()))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("taskset, which is not on the PATH. Install it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "0-3", "0,2,4-5"})
    void formatsListsAsParsed(String list) {
        assertThat(Processor.list(Processor.ids(list))).isEqualTo(list);
    }
}
