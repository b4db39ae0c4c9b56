// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.TogetherAnswer.TogetherScore;
import io.microbench.snippet.SnippetResult;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Draws the results of several nodes at once: a row for each node, and one for their sum. */
public final class TogetherTable {

    private static final String SUM = "all";

    private final TogetherAnswer answer;
    private final ConsoleStyle style;

    private TogetherTable(TogetherAnswer answer, ConsoleStyle style) {
        this.answer = answer;
        this.style = style;
    }

    /** Returns the table with a line below it on the starts; empty if nothing was measured. */
    public static String render(TogetherAnswer answer, ConsoleStyle style) {
        return new TogetherTable(answer, style).render();
    }

    private String render() {
        List<TogetherScore> measured = answer.scores().stream()
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
        return answer.scores().stream()
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
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        long least = measured.stream()
                .flatMap(score -> score.windows().stream())
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
        return "All nodes started within " + Quantity.DURATION.format((double) spread)
                + " of each other, and measured together for " + Quantity.DURATION.format((double) least)
                + " or more in each round.\n";
    }
}
