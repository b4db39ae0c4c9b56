/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

/**
 * Says what happened around one iteration, as its fork saw it.
 *
 * @param seconds how long it took, from before its threads were started until all had ended
 * @param starvation the share of that time, in 0..1, that the measuring threads wanted a processor and had none
 * @param compiling seconds that the JIT compilers worked during it; 0 where the JVM does not tell
 * @param collecting seconds that the garbage collectors report for it
 * @param stolen seconds that the hypervisor kept back, over all processors
 * @param throttled seconds for which the container's limit stopped the process
 * @param starved whether the starvation was more than the run accepts
 */
public record IterationSigns(
        double seconds,
        double starvation,
        double compiling,
        double collecting,
        double stolen,
        double throttled,
        boolean starved) {}
