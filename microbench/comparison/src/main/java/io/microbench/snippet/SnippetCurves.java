/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.scaling.Curve;
import io.microbench.scaling.Rung;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes curves of snippets that were measured with several numbers of workers, one for each combination of inputs. */
final class SnippetCurves {

    private SnippetCurves() {}

    /** Returns the curves in the order of the results; none of a snippet that was measured with one number of workers only. */
    static List<Curve> of(List<SnippetResult> results) {
        Map<String, List<Rung>> rungs = new LinkedHashMap<>();
        results.stream().filter(SnippetResult::isMeasured).forEach(result -> rungs.computeIfAbsent(
                        result.title(), none -> new ArrayList<>())
                .add(result.rung()));
        return rungs.entrySet().stream()
                .filter(curve -> curve.getValue().size() > 1)
                .map(curve -> new Curve(curve.getKey(), curve.getValue()))
                .toList();
    }
}
