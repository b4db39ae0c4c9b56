// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.Calibration.ClockCheck;
import io.microbench.text.Redaction;
import java.util.List;
import java.util.Optional;

/**
 * Describes the environment of a run; values that could not be determined are {@value #UNKNOWN}.
 *
 * @param os name and version of the operating system
 * @param architecture processor architecture, as named by the JVM
 * @param cpuModel model name of the processor
 * @param logicalCpus number of processors available to the JVM, at least 1
 * @param cpuLimit the container's limit in processors, which may be fractional; empty without a limit
 * @param memoryBytes physical memory in bytes; -1 if unknown
 * @param memoryLimitBytes the container's memory limit in bytes; empty without a limit
 * @param governor frequency governor of the first processor
 * @param clockSource the kernel's clock source
 * @param virtualization hypervisor, if the processor reports one
 * @param loadAverage one-minute load average at the start; NaN if unknown
 * @param jdk vendor and version of the host's JDK
 * @param vm name and version of the host's virtual machine
 * @param hostJvmArgs arguments of the host's JVM, not of the forks; secrets are masked, see {@link Redaction}
 * @param commit revision of the working copy; empty outside of a working copy
 * @param dirty whether the working copy has uncommitted changes
 * @param classPath digest of the content of the class path; empty if it was not computed
 * @param project name of the repository from which the working copy was cloned, or else of its folder; empty outside of a working copy
 */
public record Environment(
        String host,
        String os,
        String architecture,
        String cpuModel,
        int logicalCpus,
        Optional<Double> cpuLimit,
        long memoryBytes,
        Optional<Long> memoryLimitBytes,
        String governor,
        String clockSource,
        String virtualization,
        double loadAverage,
        String jdk,
        String vm,
        List<String> hostJvmArgs,
        String harness,
        String jmh,
        Optional<String> commit,
        Optional<Boolean> dirty,
        Optional<String> classPath,
        Optional<String> project) {

    public static final String UNKNOWN = "N/A";

    public Environment {
        RecordNumbers.from(1, logicalCpus, "logicalCpus");
        cpuLimit.ifPresent(limit -> RecordNumbers.above0(limit, "cpuLimit"));
        RecordNumbers.from(-1, memoryBytes, "memoryBytes");
        memoryLimitBytes.ifPresent(limit -> RecordNumbers.from(0, limit, "memoryLimitBytes"));
        hostJvmArgs = Redaction.hostArguments(hostJvmArgs);
    }

    /** Returns a builder with one processor and otherwise unknown values. */
    public static Builder builder() {
        Environment unknown = new Environment(
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                1,
                Optional.empty(),
                -1,
                Optional.empty(),
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                Double.NaN,
                UNKNOWN,
                UNKNOWN,
                List.of(),
                UNKNOWN,
                UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return RecordBuilder.of(Builder.class, unknown);
    }

    /** Builds an environment. */
    public interface Builder {
        Builder host(String value);

        Builder os(String value);

        Builder architecture(String value);

        Builder cpuModel(String value);

        Builder logicalCpus(int value);

        Builder cpuLimit(Optional<Double> value);

        Builder memoryBytes(long value);

        Builder memoryLimitBytes(Optional<Long> value);

        Builder governor(String value);

        Builder clockSource(String value);

        Builder virtualization(String value);

        Builder loadAverage(double value);

        Builder jdk(String value);

        Builder vm(String value);

        Builder hostJvmArgs(List<String> value);

        Builder harness(String value);

        Builder jmh(String value);

        Builder commit(Optional<String> value);

        Builder dirty(Optional<Boolean> value);

        Builder classPath(Optional<String> value);

        Builder project(Optional<String> value);

        Environment build();
    }

    /**
     * Describes the environment in which a run would be measured if it started now.
     *
     * @param environment the machine and JVM, as in a run record
     * @param clock granularity and cost of the clock
     * @param warnings warnings about numbers from this machine, each with a remedy
     */
    public record Surroundings(Environment environment, ClockCheck clock, List<String> warnings) {

        public Surroundings {
            warnings = List.copyOf(warnings);
        }
    }
}
