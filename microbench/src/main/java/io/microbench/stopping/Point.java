// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * One quiet iteration of a fork, as a stop rule sees it.
 *
 * @param value time per operation, in any unit that stays the same within the fork; finite and above 0
 * @param seconds how long the iteration took, in seconds
 * @param compiling seconds that the JIT compilers worked during it; 0 if that is not known
 */
public record Point(double value, double seconds, double compiling) {

    /** Refuses a value that is no finite number above 0. */
    public Point {
        if (!Double.isFinite(value) || value <= 0) {
            throw new IllegalArgumentException("value is " + value + "; accepted: a finite number above 0");
        }
    }
}
