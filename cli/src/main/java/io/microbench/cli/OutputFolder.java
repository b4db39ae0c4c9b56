// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.compare.ComparisonFolder;
import io.microbench.result.RunFolder;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds the runs in a folder that was given as {@code --output} of earlier runs. */
final class OutputFolder {

    private OutputFolder() {}

    static boolean isRun(Path folder) {
        return Files.isRegularFile(folder.resolve(RunFolder.RECORD));
    }

    /**
     * Returns the only run or comparison in a folder; the folder itself if it is one or contains none.
     *
     * @param command given the name of a run, returns the command to show in the message
     * @throws ConfigurationException if the folder contains several; the message has the command for the newest
     */
    static Path only(Path given, UnaryOperator<String> command) {
        if (isRecord(given) || !Files.isDirectory(given)) {
            return given;
        }
        List<Path> runs = runs(given);
        if (runs.size() > 1) {
            Path newest = runs.get(runs.size() - 1);
            throw new ConfigurationException(given + " contains " + runs.size() + " runs. Name one of them, such as the"
                    + " newest: " + command.apply(Words.quoted(newest.toString())));
        }
        return runs.isEmpty() ? given : runs.get(0);
    }

    /** Returns the runs and comparisons in a folder, the oldest first: their names begin with the time. */
    private static List<Path> runs(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(OutputFolder::isRecord).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + folder + ": " + e, e);
        }
    }

    private static boolean isRecord(Path folder) {
        return isRun(folder) || ComparisonFolder.isComparison(folder);
    }
}
