/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.scaling.Ladder;
import io.microbench.scaling.Squeeze;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options of a climb for the number of workers with the highest rate, of snippets and of suites. */
final class SqueezeOptions {

    static final String NAME = "--squeeze";

    private static final String SETTINGS = "microbench.squeeze.";

    @Option(
            names = {"-q", NAME},
            description = "Adds workers until more bring nothing: finds the number with the highest rate.")
    private boolean squeeze;

    @Option(names = "--min", paramLabel = "N", description = "--squeeze: the first number of workers. Default: 1.")
    private Optional<Integer> min = Optional.empty();

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "--squeeze: the largest number of workers. Default: 4 for each processor, at least 8.")
    private Optional<Integer> max = Optional.empty();

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "--squeeze: measures the first number and the multiples of this above it. Default: 1.")
    private Optional<Integer> step = Optional.empty();

    @Option(
            names = "--patience",
            paramLabel = "N",
            description = "--squeeze: rungs in a row without a gain larger than noise that end it. Default: 3.")
    private Optional<Integer> patience = Optional.empty();

    /** Returns whether there is to be a climb. */
    boolean isChosen() {
        return squeeze;
    }

    /** Returns whether there is to be a climb; an error where there is none and something of it is given. */
    boolean isAskedFor() {
        given().forEach((name, value) -> SnippetQuestion.needs("--" + name, true, NAME, squeeze));
        return squeeze;
    }

    private Map<String, Integer> given() {
        Map<String, Integer> given = new LinkedHashMap<>();
        min.ifPresent(value -> given.put("min", value));
        max.ifPresent(value -> given.put("max", value));
        step.ifPresent(value -> given.put("step", value));
        patience.ifPresent(value -> given.put("patience", value));
        return given;
    }

    /** Returns the settings of suites. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (isAskedFor()) {
            rungs();
            settings.put("microbench.threads", "squeeze");
            given().forEach((name, value) -> settings.put(SETTINGS + name, value.toString()));
        }
        return settings;
    }

    /** Returns after how many rungs in a row without a gain the climb ends. */
    int patience() {
        return patience.orElse(Squeeze.PATIENCE);
    }

    /** Returns the numbers of workers to climb; an error where there are none. */
    List<Integer> rungs() {
        given().forEach((name, value) -> SnippetQuestion.atLeast("--" + name, Optional.of(value), 1));
        int first = min.orElse(1);
        int last = max.orElse(Squeeze.defaultTop());
        if (first > last) {
            throw new ConfigurationException(
                    max.isPresent()
                            ? "--min " + first + " is above --max " + last + ": a squeeze climbs from --min to --max."
                            : "--min " + first + " is above --max, which is " + last
                                    + " here unless it is given (4 for each processor, at least 8): give it, too.");
        }
        return rungs("--min, --max, --step", () -> Ladder.of(first, last, step.orElse(1)));
    }

    /** Returns the rungs of a ladder; an error that begins with the option where it is none. */
    static List<Integer> rungs(String option, Supplier<Ladder> ladder) {
        try {
            return ladder.get().rungs();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new ConfigurationException(option + ": " + message + (message.endsWith(".") ? "" : "."));
        }
    }
}
