// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

/**
 * One quiet iteration of a fork, the input of a stop rule.
 *
 * @param value time per operation, in the same unit for the whole fork; finite and above 0
 * @param seconds how long the iteration took, in seconds
 * @param compiling seconds of JIT compilation during it; 0 if unknown
 */
public record Point(double value, double seconds, double compiling) {

    /** Rejects a value that is not a finite number above 0. */
    public Point {
        if (!Double.isFinite(value) || value <= 0) {
            throw new IllegalArgumentException("value is " + value + "; expected a finite number above 0");
        }
    }
}
