// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.result.RunRecord;
import io.microbench.snippet.SnippetResult;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of a question that several nodes measured at once.
 *
 * @param run everything that was measured; a case for each node, named by the parameter {@code node}, and one for their sum
 * @param scores each snippet with each combination of inputs and each number of workers, in the order of the question
 * @param failures why something was not measured, for the user
 * @param warnings warnings about the scores, the most important first
 * @param stopped whether the user stopped it before the end
 */
public record TogetherAnswer(
        RunRecord run, List<TogetherScore> scores, List<String> failures, List<String> warnings, boolean stopped) {

    private static final String SUM = "all";

    public TogetherAnswer {
        scores = List.copyOf(scores);
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    /** Draws a row for each node and one for their sum, with a line below on the starts; empty if nothing was measured. */
    public String table(ConsoleStyle style) {
        List<TogetherScore> measured = scores.stream()
                .filter(score -> score.sum().isMeasured())
                .sorted(Comparator.comparingInt(
                                (TogetherScore score) -> score.sum().workers())
                        .thenComparing(score -> -score.sum().rate()))
                .toList();
        if (measured.isEmpty()) {
            return "";
        }
        boolean several = measured.size() > 1;
        TextTable table = new TextTable(style)
                .cuttingEnds()
                .left("Snippet")
                .left("Node")
                .right("||")
                .right("QPS")
                .right("±")
                .right("Time");
        if (several) {
            table.right("Rel");
        }
        for (TogetherScore score : measured) {
            String name = score.title();
            for (Map.Entry<String, SnippetResult> node : score.nodes().entrySet()) {
                table.row(cells(name, node.getKey(), node.getValue(), several ? List.of("") : List.of()));
                name = "";
            }
            String relative = Numbers.percent(score.sum().rate() / best(score));
            table.row(cells(name, SUM, score.sum(), several ? List.of(relative) : List.of()), Colour.NONE);
        }
        return table.render() + starts(measured);
    }

    /** Returns the best rate among those with the same inputs and as many workers. */
    private double best(TogetherScore score) {
        return scores.stream()
                .map(TogetherScore::sum)
                .filter(other -> other.isMeasured()
                        && other.workers() == score.sum().workers()
                        && other.inputs().equals(score.sum().inputs()))
                .mapToDouble(SnippetResult::rate)
                .max()
                .orElse(Double.NaN);
    }

    private static List<String> cells(String name, String node, SnippetResult result, List<String> more) {
        List<String> cells = new ArrayList<>(List.of(
                name,
                node,
                String.valueOf(result.workers()),
                Quantity.COUNT.format(result.rate()),
                result.rateInterval()
                        .map(interval -> "±" + Numbers.percent(interval.halfWidth() / result.rate()))
                        .orElse(""),
                Quantity.DURATION.format(result.nanos())));
        cells.addAll(more);
        return cells;
    }

    /** Returns how far apart the nodes started, and for how long all of them measured. */
    private static String starts(List<TogetherScore> measured) {
        long spread = measured.stream()
                .flatMap(score -> score.starts().stream())
                .max(Comparator.naturalOrder())
                .orElse(0L);
        long least = measured.stream()
                .flatMap(score -> score.windows().stream())
                .min(Comparator.naturalOrder())
                .orElse(0L);
        return "All nodes started within " + Quantity.DURATION.format((double) spread)
                + " of each other, and measured together for " + Quantity.DURATION.format((double) least)
                + " or more in each round.\n";
    }

    /**
     * The result of a snippet with one combination of inputs and one number of workers.
     *
     * @param sum of all nodes, over the time that they have in common
     * @param starts by how much the starts of the nodes differed at most, in nanoseconds, for each round that counts
     * @param windows the time that all nodes have in common, likewise
     */
    record TogetherScore(
            String title, Map<String, SnippetResult> nodes, SnippetResult sum, List<Long> starts, List<Long> windows) {
        public TogetherScore {
            nodes = new LinkedHashMap<>(nodes);
            starts = List.copyOf(starts);
            windows = List.copyOf(windows);
        }
    }
}
