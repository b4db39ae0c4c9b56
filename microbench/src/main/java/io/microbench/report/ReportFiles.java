// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.judge.RunComparison;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes the reports of a run to the folder of its record, and results in JMH's format to {@code perfReportDir}. */
public final class ReportFiles {

    public static final String HTML = "report.html";

    public static final String MARKDOWN = "report.md";

    public static final String JMH_JSON = "jmh.json";

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ReportFiles() {}

    /** Writes {@value #HTML} and {@value #MARKDOWN}, replacing existing files, which can be recreated from the record. */
    public static List<Path> write(
            Path folder, RunRecord run, Optional<RunComparison> comparison, Map<String, HistorySegment> history)
            throws IOException {
        Path html = folder.resolve(HTML);
        Path markdown = folder.resolve(MARKDOWN);
        WholeFile.write(html, HtmlReport.render(run, comparison, history));
        WholeFile.write(markdown, MarkdownReport.render(run, comparison));
        return List.of(html, markdown);
    }

    /** Renders the results of a measured case and discards the reports, so that classes are initialized before the end of the run. */
    public static void rehearse(RunRecord soFar) throws IOException {
        List<CaseResult> measured = soFar.cases().stream()
                .filter(result -> result.score().isPresent())
                .limit(1)
                .toList();
        RunRecord some = soFar.withCases(measured);
        ConsoleReport.render(some, Optional.empty(), Optional.empty(), ConsoleStyle.plain());
        HtmlReport.render(some, Optional.empty(), Map.of());
        MarkdownReport.render(some, Optional.empty());
        JmhJson.write(some.environment().jmh(), measured, Writer.nullWriter());
    }

    /**
     * Writes one file of JMH's JSON for each benchmark class, named by its full name, into the folder of {@code perfReportDir}, which is
     * created if needed. Each file is written completely or not at all. An existing file is renamed: the time of its last change, in UTC,
     * is added to its name.
     *
     * @param cases results of any number of classes; cases without a score are omitted
     * @return the files written, in the order of the first cases of their classes
     * @throws IOException if the folder cannot be created or a file cannot be written; the message names it
     */
    public static List<Path> writeJmhJson(Path directory, String jmhVersion, List<CaseResult> cases)
            throws IOException {
        Map<String, List<CaseResult>> classes = new LinkedHashMap<>();
        for (CaseResult result : cases) {
            if (result.score().isPresent()) {
                classes.computeIfAbsent(result.id().className(), name -> new ArrayList<>())
                        .add(result);
            }
        }
        create(directory);
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, List<CaseResult>> entry : classes.entrySet()) {
            Path file = directory.resolve(entry.getKey() + ".json");
            keep(file);
            WholeFile.write(file, out -> JmhJson.write(jmhVersion, entry.getValue(), out));
            written.add(file);
        }
        return written;
    }

    private static void create(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    "perfReportDir = " + directory + ": " + e.getFile() + " is a file; expected a folder or a new path",
                    e);
        }
    }

    private static void keep(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        String name = file.getFileName().toString().replaceAll("\\.json$", "");
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        String stamped = name + "." + STAMP.format(changed);
        Path kept = file.resolveSibling(stamped + ".json");
        for (int i = 2; Files.exists(kept); i++) {
            kept = file.resolveSibling(stamped + "-" + i + ".json");
        }
        Files.move(file, kept);
    }
}
