// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import io.microbench.plan.PlannedCase;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/**
 * The selected cases of one class.
 *
 * @param type the class, not initialized
 * @param problem why it cannot be run at all
 * @param cases its selected cases, in order
 */
public record Candidates(Class<?> type, Optional<Throwable> problem, List<Candidate> cases) {

    /**
     * A selected case.
     *
     * @param planned the case
     * @param methods the Java methods behind it, several for a JMH group
     */
    public record Candidate(PlannedCase planned, List<Method> methods) {

        public Candidate {
            methods = List.copyOf(methods);
        }
    }

    public Candidates {
        cases = List.copyOf(cases);
    }
}
