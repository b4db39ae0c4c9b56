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
 * Writes a history for Apache Otava (0.8): a CSV file for each case and the {@code otava.yaml} that names them all.
 *
 * <p>To be used from within the folder: {@code otava analyze --config-file otava.yaml '<case id>'}; with runs of more than one
 * branch also {@code --branch main}. Otava looks back one year unless {@code --since} sets another value. Otava does not distinguish
 * machines: a new JDK or CPU is a change point.
 */
public final class OtavaExport {

    public static final String CONFIG = "otava.yaml";

    private static final int READABLE = 100;
    private static final int UNIQUE = 8;
    private static final String HEADER = "time,commit,branch,score\n";

    private OtavaExport() {}

    /**
     * Writes the files and replaces existing ones. Values are in the last unit of their case. If the mode of a case
     * changed, only the runs in its last mode are written. Runs with mostly starved iterations are left out, because
     * the tool could not distinguish them from the others.
     *
     * @return the files, the configuration last
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

    /** Returns a name for a file: a readable part, and enough of the id's hash to be unique on any disk. */
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

    /** Quotes according to RFC 4180; the tool fails on an empty cell. */
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
                        // The tool requires unique names of metrics over all tests.
                        quoted(caseId),
                        quoted(last.unit()),
                        last.higherIsBetter() ? 1 : -1);
    }

    /** Writes a YAML scalar in double quotes, in which all non-ASCII characters are escaped. */
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
