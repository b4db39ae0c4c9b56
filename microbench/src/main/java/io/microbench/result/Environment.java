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
 * @param virtualization hypervisor, where the processor says there is one
 * @param loadAverage one-minute load average at the start; NaN if unknown
 * @param jdk vendor and version of the host's JDK
 * @param vm name and version of the host's virtual machine
 * @param hostJvmArgs arguments of the host's JVM; they are not those of the forks; secrets are cut, see {@link Redaction}
 * @param commit revision of the working copy; empty outside of one
 * @param dirty whether the working copy has uncommitted changes
 * @param classPath digest of the content of the class path; empty if none was computed
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
        Optional<String> classPath) {

    /** The value of an unknown property. */
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
        return new Builder();
    }

    /** Sets the components of an environment by name. */
    public static final class Builder {

        private String host = UNKNOWN;
        private String os = UNKNOWN;
        private String architecture = UNKNOWN;
        private String cpuModel = UNKNOWN;
        private int logicalCpus = 1;
        private Optional<Double> cpuLimit = Optional.empty();
        private long memoryBytes = -1;
        private Optional<Long> memoryLimitBytes = Optional.empty();
        private String governor = UNKNOWN;
        private String clockSource = UNKNOWN;
        private String virtualization = UNKNOWN;
        private double loadAverage = Double.NaN;
        private String jdk = UNKNOWN;
        private String vm = UNKNOWN;
        private List<String> hostJvmArgs = List.of();
        private String harness = UNKNOWN;
        private String jmh = UNKNOWN;
        private Optional<String> commit = Optional.empty();
        private Optional<Boolean> dirty = Optional.empty();
        private Optional<String> classPath = Optional.empty();

        private Builder() {}

        public Builder host(String value) {
            host = value;
            return this;
        }

        public Builder os(String value) {
            os = value;
            return this;
        }

        public Builder architecture(String value) {
            architecture = value;
            return this;
        }

        public Builder cpuModel(String value) {
            cpuModel = value;
            return this;
        }

        public Builder logicalCpus(int value) {
            logicalCpus = value;
            return this;
        }

        public Builder cpuLimit(Optional<Double> value) {
            cpuLimit = value;
            return this;
        }

        public Builder memoryBytes(long value) {
            memoryBytes = value;
            return this;
        }

        public Builder memoryLimitBytes(Optional<Long> value) {
            memoryLimitBytes = value;
            return this;
        }

        public Builder governor(String value) {
            governor = value;
            return this;
        }

        public Builder clockSource(String value) {
            clockSource = value;
            return this;
        }

        public Builder virtualization(String value) {
            virtualization = value;
            return this;
        }

        public Builder loadAverage(double value) {
            loadAverage = value;
            return this;
        }

        public Builder jdk(String value) {
            jdk = value;
            return this;
        }

        public Builder vm(String value) {
            vm = value;
            return this;
        }

        public Builder hostJvmArgs(List<String> value) {
            hostJvmArgs = value;
            return this;
        }

        public Builder harness(String value) {
            harness = value;
            return this;
        }

        public Builder jmh(String value) {
            jmh = value;
            return this;
        }

        public Builder commit(Optional<String> value) {
            commit = value;
            return this;
        }

        public Builder dirty(Optional<Boolean> value) {
            dirty = value;
            return this;
        }

        public Builder classPath(Optional<String> value) {
            classPath = value;
            return this;
        }

        public Environment build() {
            return new Environment(
                    host,
                    os,
                    architecture,
                    cpuModel,
                    logicalCpus,
                    cpuLimit,
                    memoryBytes,
                    memoryLimitBytes,
                    governor,
                    clockSource,
                    virtualization,
                    loadAverage,
                    jdk,
                    vm,
                    hostJvmArgs,
                    harness,
                    jmh,
                    commit,
                    dirty,
                    classPath);
        }
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
