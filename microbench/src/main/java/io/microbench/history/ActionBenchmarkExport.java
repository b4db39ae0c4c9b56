// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.RecordJson;
import io.microbench.text.Counted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a run for the GitHub action {@code benchmark-action/github-action-benchmark}, as its custom JSON.
 *
 * <p>The action takes one direction per file, so there are two: {@value #BIGGER} for its tool {@code customBiggerIsBetter} and
 * {@value #SMALLER} for {@code customSmallerIsBetter}.
 */
public final class ActionBenchmarkExport {

    /** File with the cases whose larger values are better. */
    public static final String BIGGER = "bigger-is-better.json";

    /** File with the cases whose smaller values are better. */
    public static final String SMALLER = "smaller-is-better.json";

    private ActionBenchmarkExport() {}

    /**
     * Writes one file for each direction of the run's cases; the action refuses an empty file. Cases with mostly
     * starved iterations are left out, because the action could not distinguish them from the others.
     */
    public static List<Path> write(Path folder, RunSummary run) {
        List<Path> files = new ArrayList<>();
        for (boolean higherIsBetter : new boolean[] {true, false}) {
            if (cases(run, higherIsBetter).findAny().isPresent()) {
                files.add(OtavaExport.write(folder, higherIsBetter ? BIGGER : SMALLER, json(run, higherIsBetter)));
            }
        }
        return files;
    }

    /** Returns the JSON for the cases for which larger (or smaller) values are better: an array, empty if there are no such cases. */
    static String json(RunSummary run, boolean higherIsBetter) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        cases(run, higherIsBetter).forEach(each -> write(json.addObject(), each));
        return RecordJson.text(json);
    }

    private static Stream<CaseSummary> cases(RunSummary run, boolean higherIsBetter) {
        return run.cases().stream()
                .filter(each -> each.higherIsBetter() == higherIsBetter)
                .filter(each -> !each.mostlyStarved());
    }

    private static void write(ObjectNode json, CaseSummary summary) {
        json.put("name", summary.id()).put("unit", summary.unit()).put("value", summary.value());
        summary.interval()
                .ifPresent(interval ->
                        json.put("range", String.format(Locale.ROOT, "%.4g..%.4g", interval.low(), interval.high())));
        json.put("extra", extra(summary));
    }

    private static String extra(CaseSummary summary) {
        OptionalDouble bytes = summary.allocatedBytes();
        String forks = Counted.of(summary.forks(), "fork");
        return bytes.isEmpty() ? forks : forks + String.format(Locale.ROOT, "\n%.1f B/op", bytes.getAsDouble());
    }
}
