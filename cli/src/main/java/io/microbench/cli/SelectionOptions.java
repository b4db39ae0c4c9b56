/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.scaling.Ladder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which the cases of a suite are chosen by name and cut in size. */
final class SelectionOptions {

    static final String MAX_WORKERS = "--max-workers";

    private static final String CLUSTER_SIZE = "--cluster-size";
    private static final String NODES = "microbench.param.nodes";
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
            names = CLUSTER_SIZE,
            paramLabel = "N[,N...]",
            description = "The parameter nodes of benchmarks that have it: how many nodes a cluster has.")
    private Optional<String> clusterSize = Optional.empty();

    @Option(
            names = MAX_WORKERS,
            paramLabel = "N",
            description =
                    "The highest thread count: cuts the ladder of the suite, of -c or of a preset. With --step the"
                            + " ladder is 1..N+STEP.")
    private Optional<Integer> maxWorkers = Optional.empty();

    @Option(
            names = SAMPLING,
            paramLabel = "N",
            description =
                    "Measured iterations of one second: the same as --measure-iterations N --measurement-time 1s.")
    private Optional<Integer> sampling = Optional.empty();

    /** Returns whether a ladder is to end at a thread count, so that {@code --step} is the one of that ladder. */
    boolean hasMaxWorkers() {
        return maxWorkers.isPresent();
    }

    /**
     * Returns the settings.
     *
     * @param step that of the ladder
     * @param others settings that other options were given for
     */
    Map<String, String> settings(Optional<Integer> step, Map<String, String> others) {
        Map<String, String> settings = new LinkedHashMap<>();
        put(settings, "microbench.only", String.join(";", only));
        put(settings, "microbench.skip", String.join(",", skip));
        clusterSize.ifPresent(sizes -> {
            SnippetQuestion.conflict(CLUSTER_SIZE, true, "--param nodes", others.containsKey(NODES));
            settings.put(NODES, sizes(sizes));
        });
        SnippetQuestion.atLeast(MAX_WORKERS, maxWorkers, 1);
        SnippetQuestion.conflict(
                SqueezeOptions.NAME,
                "squeeze".equals(others.get("microbench.threads")),
                MAX_WORKERS + " (a squeeze ends at --max)",
                maxWorkers.isPresent());
        maxWorkers.ifPresent(most -> workers(most, step, others, settings));
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

    private static void workers(
            int most, Optional<Integer> step, Map<String, String> others, Map<String, String> settings) {
        if (step.isEmpty()) {
            settings.put("microbench.maxThreads", Integer.toString(most));
            return;
        }
        SnippetQuestion.conflict("--step", true, "--concurrency", others.containsKey("microbench.threads"));
        SqueezeOptions.rungs(MAX_WORKERS + ", --step", () -> Ladder.of(1, most, step.get()));
        settings.put("microbench.threads", "1.." + most + "+" + step.get());
    }

    private static String sizes(String text) {
        for (String size : text.split(",", -1)) {
            if (!size.strip().matches("[1-9]\\d{0,3}")) {
                throw new ConfigurationException(CLUSTER_SIZE + " \"" + text + "\": accepted is a number of nodes, 1 or"
                        + " more, or several separated by commas, such as 1,3.");
            }
        }
        return text;
    }
}
