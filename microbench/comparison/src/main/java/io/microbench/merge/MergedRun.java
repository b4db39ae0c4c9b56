// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.report.JmhJson;
import io.microbench.report.ReportFiles;
import io.microbench.result.CaseResult;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A run merged from the runs of shards.
 *
 * @param run the record
 * @param lacks its missing parts, one sentence each; empty for a complete run
 */
public record MergedRun(RunRecord run, List<String> lacks) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public MergedRun {
        lacks = List.copyOf(lacks);
    }

    /**
     * Writes record and reports into a new folder below {@code parent}, with the usual name of a run's folder.
     *
     * @return the folder
     * @throws UncheckedIOException if it cannot be written
     */
    public Path writeBelow(Path parent) {
        return withReports(RunFolder.keep(parent, run));
    }

    /**
     * Writes record and reports into the given folder, whose name is the run's.
     *
     * @return the folder
     * @throws MergeException if a run cannot have that name
     * @throws UncheckedIOException if the folder already exists or cannot be written
     */
    public Path writeAt(Path folder) {
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        if (!NAME.matcher(name).matches()) {
            throw new MergeException("The run cannot be named " + name + " like its folder: expected up to 100"
                    + " letters, digits, dots, dashes and underscores, with a letter or digit first");
        }
        return withReports(RunFolder.keepAt(folder, run));
    }

    private static Path withReports(Path folder) {
        RunRecord written = RunReader.readSound(folder);
        List<CaseResult> measured = written.cases().stream()
                .filter(result -> result.score().isPresent())
                .toList();
        try {
            WholeFile.write(
                    folder.resolve(ReportFiles.JMH_JSON),
                    out -> JmhJson.write(written.environment().jmh(), measured, out));
            ReportFiles.write(folder, written, Optional.empty(), Map.of(), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the reports to " + folder + " (" + e + ")", e);
        }
        return folder;
    }
}
