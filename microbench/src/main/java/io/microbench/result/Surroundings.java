// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.List;

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
