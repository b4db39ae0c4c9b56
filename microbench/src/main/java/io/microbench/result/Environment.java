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
 * @param architecture processor architecture as the JVM names it
 * @param cpuModel model name of the processor
 * @param logicalCpus processors that the JVM may use, at least 1
 * @param cpuLimit processors that a container grants, in fractions of one; empty without a limit
 * @param memoryBytes physical memory in bytes; -1 if unknown
 * @param memoryLimitBytes bytes of memory that a container grants; empty without a limit
 * @param governor frequency governor of the first processor
 * @param clockSource the kernel's clock source
 * @param virtualization hypervisor, if the processor reports one
 * @param loadAverage one-minute load average at the start; NaN if unknown
 * @param jdk vendor and version of the host's JDK
 * @param vm name and version of the host's virtual machine
 * @param hostJvmArgs arguments of the host's JVM, which differ from the forks' arguments; secrets are masked, see
 *     {@link Redaction}
 * @param commit revision of the working copy; empty outside of a working copy
 * @param dirty whether the working copy has uncommitted changes
 * @param classPath digest of the content of the class path; empty if it was not computed
 * @param project name of the repository that the working copy was cloned from, otherwise of its folder; empty outside of a
 *     working copy
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

    /** Returns a builder of an environment with one processor and otherwise unknown values. */
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

    /** Sets the components of an environment by name. */
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
     * Describes the environment in which a run started now would measure.
     *
     * @param environment this machine and JVM, as in a run record
     * @param clock granularity and cost of its clock
     * @param warnings warnings about numbers from this machine, each with a remedy
     */
    public record Surroundings(Environment environment, ClockCheck clock, List<String> warnings) {

        public Surroundings {
            warnings = List.copyOf(warnings);
        }
    }
}
