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
 * Writes a run in the custom JSON format of the GitHub action {@code benchmark-action/github-action-benchmark}.
 *
 * <p>The action supports one direction per file, so there are two files: {@value #BIGGER} for its tool {@code customBiggerIsBetter} and
 * {@value #SMALLER} for {@code customSmallerIsBetter}.
 */
public final class ActionBenchmarkExport {

    /** The file with the cases for which larger values are better. */
    public static final String BIGGER = "bigger-is-better.json";

    /** The file with the cases for which smaller values are better. */
    public static final String SMALLER = "smaller-is-better.json";

    private ActionBenchmarkExport() {}

    /**
     * Writes a file for each direction that has cases; the action rejects an empty file. Omits mostly starved cases, because the action
     * would treat their values as valid.
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

    /** Returns a JSON array of the cases for which larger (or smaller) values are better. */
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
