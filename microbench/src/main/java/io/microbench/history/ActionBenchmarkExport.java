// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Counted;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Writes a run for the GitHub action {@code benchmark-action/github-action-benchmark}, as its custom JSON.
 *
 * <p>The action takes one direction per file, so there are two: {@value #BIGGER} for its tool {@code customBiggerIsBetter} and
 * {@value #SMALLER} for {@code customSmallerIsBetter}.
 */
public final class ActionBenchmarkExport {

    /** File with the cases of which more is better. */
    public static final String BIGGER = "bigger-is-better.json";

    /** File with the cases of which less is better. */
    public static final String SMALLER = "smaller-is-better.json";

    private ActionBenchmarkExport() {}

    /**
     * Writes the file of each direction that the run has cases of, for the action refuses an empty one. Cases whose iterations were
     * mostly starved are left out: the action could not tell them from the others.
     *
     * @param folder where to; made if need be
     * @return the files
     * @throws HistoryException if a file cannot be written
     */
    public static List<Path> write(Path folder, RunSummary run) {
        List<Path> files = new ArrayList<>();
        for (boolean higherIsBetter : new boolean[] {true, false}) {
            if (cases(run, higherIsBetter).findAny().isPresent()) {
                Path file = folder.resolve(higherIsBetter ? BIGGER : SMALLER);
                try {
                    Files.createDirectories(folder);
                    WholeFile.write(file, json(run, higherIsBetter));
                } catch (IOException e) {
                    throw new HistoryException(file + ": cannot be written (" + e + ")", e);
                }
                files.add(file);
            }
        }
        return files;
    }

    /** Returns the JSON for the cases of which more is better, or of which less is: an array, empty if there are none. */
    static String json(RunSummary run, boolean higherIsBetter) {
        StringWriter text = new StringWriter();
        ObjectWriteContext.Base context = new ObjectWriteContext.Base() {
            @Override
            public DefaultPrettyPrinter getPrettyPrinter() {
                return new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
            }
        };
        try (JsonGenerator json = new JsonFactory().createGenerator(context, text)) {
            json.writeStartArray();
            cases(run, higherIsBetter).forEach(each -> write(json, each));
            json.writeEndArray();
        }
        return text.append('\n').toString();
    }

    private static Stream<CaseSummary> cases(RunSummary run, boolean higherIsBetter) {
        return run.cases().stream()
                .filter(each -> each.higherIsBetter() == higherIsBetter)
                .filter(each -> !each.mostlyStarved());
    }

    private static void write(JsonGenerator json, CaseSummary summary) {
        json.writeStartObject();
        json.writeStringProperty("name", summary.id());
        json.writeStringProperty("unit", summary.unit());
        json.writeNumberProperty("value", summary.value());
        summary.interval()
                .ifPresent(interval -> json.writeStringProperty(
                        "range", String.format(Locale.ROOT, "%.4g..%.4g", interval.low(), interval.high())));
        json.writeStringProperty("extra", extra(summary));
        json.writeEndObject();
    }

    private static String extra(CaseSummary summary) {
        OptionalDouble bytes = summary.allocatedBytes();
        String forks = Counted.of(summary.forks(), "fork");
        return bytes.isEmpty() ? forks : forks + String.format(Locale.ROOT, "\n%.1f B/op", bytes.getAsDouble());
    }
}
