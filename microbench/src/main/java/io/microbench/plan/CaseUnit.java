// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import java.util.List;

/**
 * Cases that have to be measured on one machine, because their numbers are compared with each other.
 *
 * @param name unique name within a suite: its first family of cases by name, such as
 *     {@code p.C.put:map=striped,threads=1}
 * @param cases its cases in the order of the plan, at least one
 */
public record CaseUnit(String name, List<PlannedCase> cases) {

    public CaseUnit {
        cases = List.copyOf(cases);
    }
}
