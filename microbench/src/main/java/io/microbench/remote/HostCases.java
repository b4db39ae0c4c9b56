// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.Environment;
import io.microbench.result.SettingValue;
import java.util.List;

/**
 * Lists what a {@link ForkServerClient} can measure.
 *
 * @param environment where its forks run
 * @param settings every setting that was given, with where it came from
 * @param cases the cases that the filter chose, in order
 * @param known the number of cases it chose from
 * @param nothing the message where it chose none; empty otherwise
 * @param warnings warnings about the numbers, each with what to do
 * @param broken the chosen cases that should run, but cannot
 */
public record HostCases(
        Environment environment,
        List<SettingValue> settings,
        List<HostCase> cases,
        int known,
        String nothing,
        List<String> warnings,
        List<BrokenCase> broken) {

    /**
     * A case that can be measured.
     *
     * @param id the case
     * @param plan how its forks would be run
     */
    public record HostCase(CaseId id, CasePlan plan) {}

    /**
     * A case that fails before its first fork.
     *
     * @param id the case
     * @param reason its root cause
     */
    public record BrokenCase(CaseId id, String reason) {}

    /** Lists cases of which none is broken. */
    public HostCases(
            Environment environment,
            List<SettingValue> settings,
            List<HostCase> cases,
            int known,
            String nothing,
            List<String> warnings) {
        this(environment, settings, cases, known, nothing, warnings, List.of());
    }

    public HostCases {
        settings = List.copyOf(settings);
        cases = List.copyOf(cases);
        warnings = List.copyOf(warnings);
        // A host of an older harness does not list them.
        broken = broken == null ? List.of() : List.copyOf(broken);
    }
}
