/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import io.microbench.text.Redaction;
import java.util.List;
import java.util.Optional;

/**
 * Describes where a run took place; what could not be found out is {@value #UNKNOWN}.
 *
 * @param host host name
 * @param os name and version of the operating system
 * @param architecture processor architecture as the JVM names it
 * @param cpuModel model name of the processor
 * @param logicalCpus processors that the JVM may use, at least 1
 * @param cpuLimit processors that a container grants, in fractions of one; empty without a limit
 * @param memoryBytes physical memory in bytes; -1 where unknown
 * @param memoryLimitBytes bytes of memory that a container grants; empty without a limit
 * @param governor frequency governor of the first processor
 * @param clockSource the kernel's clock source
 * @param virtualization hypervisor, where the processor says there is one
 * @param loadAverage one-minute load average at the start; NaN where unknown
 * @param jdk vendor and version of the host's JDK
 * @param vm name and version of the host's virtual machine
 * @param hostJvmArgs arguments of the host's JVM; they are not those of the forks; secrets are cut, see {@link Redaction}
 * @param harness version of Microbench
 * @param jmh version of JMH
 * @param commit revision of the working copy; empty outside of one
 * @param dirty whether the working copy has uncommitted changes
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
        Optional<Boolean> dirty) {

    /** Stands for what could not be found out. */
    public static final String UNKNOWN = "N/A";

    public Environment {
        hostJvmArgs = Redaction.hostArguments(hostJvmArgs);
    }
}
