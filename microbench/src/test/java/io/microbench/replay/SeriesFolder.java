// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of series: {@code timeseries/NAME.json} with one list of numbers per fork, and, if the forks were
 * classified, {@code classification/NAME.json}. This is the layout of the public data of Traini et al.
 *
 * @param series the files of series, sorted by name
 * @param notes ignored files, one sentence each
 */
record SeriesFolder(Path folder, List<Path> series, List<String> notes) {

    static final String SERIES = "timeseries";
    static final String LABELS = "classification";
    private static final String ENDING = ".json";

    /**
     * Lists a folder.
     *
     * @throws ReplayException if it is not such a folder or has no series
     */
    static SeriesFolder list(Path folder) {
        Path timeseries = folder.resolve(SERIES);
        if (!Files.isDirectory(timeseries)) {
            throw new ReplayException(
                    folder + " has no folder " + SERIES
                            + ": expected a folder with timeseries/NAME.json and, if the forks were judged, classification/NAME.json");
        }
        List<String> notes = new ArrayList<>();
        List<Path> series = files(timeseries, notes);
        if (series.isEmpty()) {
            throw new ReplayException(
                    timeseries + " has no file that ends in " + ENDING + ": there is nothing to replay");
        }
        Path labels = folder.resolve(LABELS);
        if (!Files.isDirectory(labels)) {
            notes.add("There is no folder " + LABELS + ": what a rule calls unsteady is compared with nothing.");
            return new SeriesFolder(folder, series, List.copyOf(notes));
        }
        for (Path label : files(labels, notes)) {
            if (!Files.isRegularFile(timeseries.resolve(label.getFileName()))) {
                notes.add(relative(label) + " has no series and was skipped.");
            }
        }
        for (Path file : series) {
            if (!Files.isRegularFile(labels.resolve(file.getFileName()))) {
                notes.add(relative(file)
                        + " has no classification; its forks do not count in unsteady precision and recall.");
            }
        }
        return new SeriesFolder(folder, series, List.copyOf(notes));
    }

    /** Returns the name of the benchmark of a file. */
    static String name(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - ENDING.length());
    }

    /** Reads a benchmark. */
    BenchmarkSeries read(Path file) {
        List<double[]> forks = SeriesReader.series(file);
        Path labels = folder.resolve(LABELS).resolve(file.getFileName());
        List<Integer> steadyFrom = Files.isRegularFile(labels) ? SeriesReader.labels(labels, forks.size()) : List.of();
        return new BenchmarkSeries(
                name(file), forks.stream().map(ForkSeries::of).toList(), steadyFrom);
    }

    private static List<Path> files(Path folder, List<String> notes) {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.sorted().toList()) {
                if (Files.isRegularFile(file)
                        && String.valueOf(file.getFileName()).endsWith(ENDING)) {
                    files.add(file);
                } else {
                    notes.add(relative(file) + " is not a " + ENDING + " file and was skipped.");
                }
            }
            return files;
        } catch (IOException e) {
            throw new ReplayException("Cannot list " + folder + " (" + e + ")");
        }
    }

    private static String relative(Path file) {
        return file.getParent() == null
                ? String.valueOf(file)
                : file.getParent().getFileName() + "/" + file.getFileName();
    }
}
