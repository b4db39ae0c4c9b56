// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

import io.microbench.plan.BenchmarkInstance;
import io.microbench.result.CaseId;
import io.microbench.scaling.Curves;
import io.microbench.settings.ConfigurationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Determines which cases of a benchmark class are skipped on this machine.
 *
 * <p>The check may take time, such as for starting a program; it is made once for all rungs and modes.
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
     * @throws ConditionException if the class throws; the message names the class and the exception
     */
    Optional<String> of(CaseId id) {
        return known.computeIfAbsent(Curves.family(id), family -> ask(id));
    }

    private Optional<String> ask(CaseId id) {
        String asked = id.className() + ".skipReason";
        try {
            return host.skipReason(id.method(), id.parameters())
                    .map(reason -> reason.isBlank() ? "skipped by " + asked + ", without a reason" : reason);
        } catch (ConfigurationException e) {
            throw new ConditionException(String.valueOf(e.getMessage()), e);
        } catch (Exception | LinkageError | AssertionError e) {
            throw new ConditionException(
                    "Cannot determine whether " + id.text() + " should run: " + asked + " threw " + e, e);
        }
    }
}
