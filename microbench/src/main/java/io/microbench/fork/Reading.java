// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Values of counters of the machine and of the JVM, in seconds unless named otherwise: absolute, or the difference of two readings.
 *
 * @param seconds the clock
 * @param waiting time that the measuring threads together waited in a run queue; empty if the system does not count it
 * @param processCpu processor time of the whole process; NaN where unknown
 * @param compiling time of the JIT compilers
 * @param collecting time reported by the garbage collectors
 * @param stolen time withheld by the hypervisor, over all processors
 * @param throttled time for which the container's limit stopped the process
 * @param safepoints how often and for how long the JVM stopped all its threads; empty if it does not report that
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

    /** Returns the difference from an earlier reading. */
    Reading since(Reading earlier) {
        return new Reading(
                seconds - earlier.seconds,
                waiting.isPresent() && earlier.waiting.isPresent()
                        // When a thread ends, its waiting time is lost.
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
