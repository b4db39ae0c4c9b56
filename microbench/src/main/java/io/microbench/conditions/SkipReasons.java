// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import io.microbench.plan.BenchmarkInstance;
import io.microbench.plan.ConfigurationException;
import io.microbench.result.CaseId;
import io.microbench.scaling.Curves;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a benchmark class which of its cases are skipped on this machine.
 *
 * <p>The answer may cost time, as the start of a program does; it is asked for once for all rungs and modes.
 */
final class SkipReasons {

    private final BenchmarkInstance host;
    private final Map<CaseId, Optional<String>> known = new HashMap<>();

    SkipReasons(BenchmarkInstance host) {
        this.host = host;
    }

    /**
     * Returns why the case is skipped; empty if it is not.
     *
     * @throws ConditionException if the class throws instead of an answer, with its name and what it threw
     */
    Optional<String> of(CaseId id) {
        return known.computeIfAbsent(Curves.family(id), family -> ask(id));
    }

    private Optional<String> ask(CaseId id) {
        String asked = id.className() + ".skipReason";
        try {
            return host.skipReason(id.method(), id.parameters())
                    .map(reason -> reason.isBlank() ? "skipped by " + asked + ", which gives no reason" : reason);
        } catch (ConfigurationException e) {
            throw new ConditionException(String.valueOf(e.getMessage()), e);
        } catch (Exception | LinkageError | AssertionError e) {
            throw new ConditionException(
                    "Whether " + id.text() + " should run is unknown: " + asked + " threw " + e, e);
        }
    }
}
