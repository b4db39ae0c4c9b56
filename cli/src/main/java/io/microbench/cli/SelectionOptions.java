/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which the cases of a suite are chosen by name, and their seconds of measurement. */
final class SelectionOptions {

    private static final String SAMPLING = "--sampling";

    @Option(
            names = "--only",
            paramLabel = "NAME[,NAME...]",
            description = "Only cases of these: methods, classes, or values of parameters, such as insert,query. Given"
                    + " several times, each has to be true: --only insert --only rocksdb,log.")
    private List<String> only = List.of();

    @Option(
            names = "--skip",
            paramLabel = "NAME[,NAME...]",
            description = "No cases of these; may be given several times.")
    private List<String> skip = List.of();

    @Option(
            names = SAMPLING,
            paramLabel = "N",
            description =
                    "Measured iterations of one second: the same as --measure-iterations N --measurement-time 1s.")
    private Optional<Integer> sampling = Optional.empty();

    /**
     * Returns the settings.
     *
     * @param others settings that other options were given for
     */
    Map<String, String> settings(Map<String, String> others) {
        Map<String, String> settings = new LinkedHashMap<>();
        put(settings, "microbench.only", String.join(";", only));
        put(settings, "microbench.skip", String.join(",", skip));
        SnippetQuestion.atLeast(SAMPLING, sampling, 1);
        sampling.ifPresent(seconds -> {
            SnippetQuestion.conflict(SAMPLING, true, "--measure-iterations", others.containsKey("measureIterations"));
            SnippetQuestion.conflict(
                    SAMPLING, true, "--measurement-time", others.containsKey("microbench.measurementTime"));
            settings.put("measureIterations", seconds.toString());
            settings.put("microbench.measurementTime", "1s");
        });
        return settings;
    }

    private static void put(Map<String, String> settings, String name, String value) {
        if (!value.isBlank()) {
            settings.put(name, value);
        }
    }
}
