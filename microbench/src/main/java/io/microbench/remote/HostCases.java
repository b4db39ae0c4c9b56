// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.Environment;
import io.microbench.result.SettingValue;
import java.util.List;

/**
 * Lists the cases that a {@link ForkServerClient} can measure.
 *
 * @param nothing the message if no case was selected; otherwise empty
 * @param warnings warnings about the numbers, each with what to do
 * @param broken the selected cases that should run, but cannot
 */
public record HostCases(
        Environment environment,
        List<SettingValue> settings,
        List<HostCase> cases,
        int known,
        String nothing,
        List<String> warnings,
        List<BrokenCase> broken) {

    public record HostCase(CaseId id, CasePlan plan) {}

    /** A case that fails before its first fork. */
    public record BrokenCase(CaseId id, String reason) {}

    public HostCases {
        settings = List.copyOf(settings);
        cases = List.copyOf(cases);
        warnings = List.copyOf(warnings);
        // A host with an older harness does not list them.
        broken = broken == null ? List.of() : List.copyOf(broken);
    }
}
