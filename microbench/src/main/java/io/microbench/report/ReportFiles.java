// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.RunComparison;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the reports of a run beside its record. */
public final class ReportFiles {

    /** The page for a browser. */
    public static final String HTML = "report.html";

    /** The summary for a pull request. */
    public static final String MARKDOWN = "report.md";

    /** The results in JMH's format. */
    public static final String JMH_JSON = "jmh.json";

    private ReportFiles() {}

    /**
     * Writes {@value #HTML} and {@value #MARKDOWN}; older ones are replaced: the record is enough to recreate them.
     *
     * @param history values of cases up to this run, oldest first; may lack cases without values
     */
    public static List<Path> write(
            Path folder, RunRecord run, Optional<RunComparison> comparison, Map<CaseId, List<HistoryPoint>> history)
            throws IOException {
        return write(folder, run, comparison, history, List.of());
    }

    /**
     * Writes {@value #HTML}, with profiles, and {@value #MARKDOWN}; older ones are replaced.
     *
     * @param history values of cases up to this run, oldest first; may lack cases without values
     */
    public static List<Path> write(
            Path folder,
            RunRecord run,
            Optional<RunComparison> comparison,
            Map<CaseId, List<HistoryPoint>> history,
            List<CaseProfile> profiles)
            throws IOException {
        Path html = folder.resolve(HTML);
        Path markdown = folder.resolve(MARKDOWN);
        WholeFile.write(html, HtmlReport.render(run, comparison, history, profiles));
        WholeFile.write(markdown, MarkdownReport.render(run, comparison));
        return List.of(html, markdown);
    }
}
