/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import io.microbench.result.CasePlan;
import java.util.Map;
import java.util.Optional;

/**
 * One line that a {@link ForkServerClient} sends to its {@link ForkServer}.
 *
 * @param kind what to do
 * @param defaults {@link Kind#LIST}: settings that hold where the command line does not set them, by name
 * @param caseId {@link Kind#RUN}: which case
 * @param plan {@link Kind#RUN}: how to measure it
 * @param number {@link Kind#RUN}: the fork's number within the case, from 1
 * @param folder {@link Kind#RUN}: folder of the run
 */
record HostCommand(
        Kind kind, Map<String, String> defaults, String caseId, Optional<CasePlan> plan, int number, String folder) {

    /** What to do. */
    enum Kind {
        LIST,
        RUN
    }

    HostCommand {
        defaults = Map.copyOf(defaults);
    }

    static HostCommand list(Map<String, String> defaults) {
        return new HostCommand(Kind.LIST, defaults, "", Optional.empty(), 0, "");
    }

    static HostCommand run(String caseId, CasePlan plan, int number, String folder) {
        return new HostCommand(Kind.RUN, Map.of(), caseId, Optional.of(plan), number, folder);
    }
}
