// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.text.Sha256;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes a history for Apache Otava (0.8): a CSV file for each case, and {@code otava.yaml}, which lists them.
 *
 * <p>Usage, in the folder: {@code otava analyze --config-file otava.yaml '<case id>'}, with {@code --branch main} if the runs are from more
 * than one branch. Otava analyzes the last year unless {@code --since} has another value. It does not distinguish machines, so a new JDK or
 * CPU is a change point.
 */
public final class OtavaExport {

    public static final String CONFIG = "otava.yaml";

    private static final int READABLE = 100;
    private static final int UNIQUE = 8;
    private static final String HEADER = "time,commit,branch,score\n";

    private OtavaExport() {}

    /**
     * Writes the files, replacing existing ones. Values are in the last unit of their case. If the mode of a case changed, only the values
     * in its last mode are written. Values of runs in which the case was mostly starved are omitted, because Otava would treat them as
     * valid.
     *
     * @return the files; the last one is the configuration
     */
    public static List<Path> write(Path folder, List<RunSummary> runs) {
        List<Path> files = new ArrayList<>();
        StringBuilder config = new StringBuilder("tests:\n");
        for (Map.Entry<String, List<HistoryEntry>> history : entries(runs).entrySet()) {
            List<HistoryEntry> entries = history.getValue();
            CaseSummary last = entries.get(entries.size() - 1).summary();
            String name = fileName(history.getKey());
            StringBuilder rows = new StringBuilder(HEADER);
            entries.stream()
                    .filter(entry -> !entry.summary().mostlyStarved())
                    .filter(entry -> entry.summary().mode() == last.mode())
                    .forEach(entry -> rows.append(row(entry.in(last.unit()))));
            files.add(write(folder, name, rows));
            config.append(test(history.getKey(), name, last));
        }
        files.add(write(folder, CONFIG, config));
        return files;
    }

    /** Returns a file name: a readable part, and enough of the id's hash to be unique even on case-insensitive file systems. */
    static String fileName(String caseId) {
        String readable = caseId.replaceAll("[^A-Za-z0-9._-]+", "_");
        return readable.substring(0, Math.min(READABLE, readable.length())) + "-"
                + Sha256.of(caseId).substring(0, UNIQUE) + ".csv";
    }

    private static Map<String, List<HistoryEntry>> entries(List<RunSummary> runs) {
        Map<String, List<HistoryEntry>> entries = new TreeMap<>();
        for (RunSummary run : runs.stream().sorted(RunSummary.BY_TIME).toList()) {
            for (CaseSummary summary : run.cases()) {
                entries.computeIfAbsent(summary.id(), id -> new ArrayList<>()).add(new HistoryEntry(run, summary));
            }
        }
        return entries;
    }

    private static String row(HistoryEntry entry) {
        return entry.run().time() + "," + cell(entry.run().commit()) + ","
                + cell(entry.run().branch()) + "," + entry.value() + "\n";
    }

    /** Quotes a cell according to RFC 4180; Otava does not accept empty cells. */
    private static String cell(Optional<String> text) {
        String value = text.filter(known -> !known.isBlank()).orElse("unknown");
        return value.matches("[^\",\\s]*") ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }

    private static String test(String caseId, String file, CaseSummary last) {
        return """
                  %s:
                    type: csv
                    file: %s
                    time_column: time
                    attributes: [commit, branch]
                    metrics:
                      %s:
                        column: score
                        unit: %s
                        direction: %d
                """.formatted(
                        quoted(caseId),
                        quoted(file),
                        // Otava requires that names of metrics are unique across all tests.
                        quoted(caseId),
                        quoted(last.unit()),
                        last.higherIsBetter() ? 1 : -1);
    }

    /** Formats a YAML scalar in double quotes; escapes all non-ASCII characters. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c >= 0x20 && c < 0x7f) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append(String.format(Locale.ROOT, "\\U%08x", c));
            }
        });
        return quoted.append('"').toString();
    }

    static Path write(Path folder, String name, CharSequence text) {
        try {
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve(name), text.toString());
            return folder.resolve(name);
        } catch (IOException e) {
            throw new HistoryException(folder.resolve(name) + ": cannot be written (" + e + ")", e);
        }
    }
}
