// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Values of counters of the machine and of the JVM, in seconds unless named otherwise: since some beginning, or for the time between two such
 * readings.
 *
 * @param seconds the clock
 * @param waiting what the measuring threads, taken together, waited in a run queue; empty where the system does not count it
 * @param processCpu processor time of the whole process; NaN where unknown
 * @param compiling what the JIT compilers worked
 * @param collecting what the garbage collectors report
 * @param stolen what the hypervisor kept back, over all processors
 * @param throttled for how long the container's limit stopped the process
 * @param safepoints how often and for how long the JVM stopped all its threads; empty where it does not report it
 */
record Reading(
        double seconds,
        OptionalDouble waiting,
        double processCpu,
        double compiling,
        double collecting,
        double stolen,
        double throttled,
        Optional<Safepoints> safepoints) {

    /** Returns what happened since an earlier reading. */
    Reading since(Reading earlier) {
        return new Reading(
                seconds - earlier.seconds,
                waiting.isPresent() && earlier.waiting.isPresent()
                        // A thread that has ended takes what it waited with it.
                        ? OptionalDouble.of(Math.max(0, waiting.getAsDouble() - earlier.waiting.getAsDouble()))
                        : OptionalDouble.empty(),
                processCpu - earlier.processCpu,
                Math.max(0, compiling - earlier.compiling),
                Math.max(0, collecting - earlier.collecting),
                Math.max(0, stolen - earlier.stolen),
                Math.max(0, throttled - earlier.throttled),
                safepoints.flatMap(now -> earlier.safepoints.map(now::since)));
    }
}
