// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.transport.load.ClientResult.PhaseTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The tables of one client, in the format of quinn's {@code bench}. A row has a duration and the throughput of the same
 * messages; {@code AVG} is the mean duration, and the total bytes over the total time, not the mean of rates.
 */
final class MessageTable {

    private static final String ENDS = "P0 is the fastest message and P100 the slowest, in both columns.\n";

    private final Resolution resolution;

    MessageTable(Resolution resolution) {
        this.resolution = resolution;
    }

    /**
     * A column beside the names of the rows.
     *
     * @param width its width on a console
     * @param text formats a duration in nanoseconds
     */
    private record Column(String heading, int width, Histogram durations, DoubleFunction<String> text) {}

    /**
     * A table. Its columns are sorted independently, so the values in a row may be of different messages.
     *
     * @param before the text above its title; empty if there is none
     */
    private record TablePart(String before, String title, List<Column> columns) {

        List<List<String>> rows() {
            List<List<String>> rows = new ArrayList<>();
            if (columns.get(0).durations().getTotalCount() > 0) {
                for (Percentile percentile : Percentile.ROWS) {
                    List<String> row = new ArrayList<>(List.of(percentile.name()));
                    columns.forEach(column -> row.add(column.text().apply(percentile.of(column.durations()))));
                    rows.add(row);
                }
            }
            return rows;
        }

        String console() {
            StringBuilder heading = new StringBuilder("       ");
            StringBuilder rule = new StringBuilder("───────");
            for (Column column : columns) {
                int free = column.width() - column.heading().length();
                heading.append("│ ").append(" ".repeat(free / 2)).append(column.heading());
                heading.append(" ".repeat(free - free / 2 + 1));
                rule.append("┼").append("─".repeat(column.width() + 2));
            }
            rule.setLength(rule.length() - 1);
            StringBuilder text = new StringBuilder(heading.toString().stripTrailing() + "\n" + rule + "\n");
            for (List<String> row : rows()) {
                StringBuilder line = new StringBuilder(String.format(Locale.ROOT, " %-6s", row.get(0)));
                for (int i = 0; i < columns.size(); i++) {
                    String cell = row.get(i + 1);
                    line.append("│ ")
                            .append(" ".repeat(Math.max(0, columns.get(i).width() - cell.length())));
                    line.append(cell).append(' ');
                }
                text.append(line.toString().stripTrailing()).append('\n');
            }
            return text.toString();
        }

        String markdown() {
            MarkdownTable table = new MarkdownTable().left("");
            columns.forEach(column -> table.right(column.heading()));
            rows().forEach(table::row);
            return table.render();
        }
    }

    private List<TablePart> parts(ClientResult result) {
        PhaseTimes legs = result.legs();
        double size = result.size();
        List<TablePart> parts = new ArrayList<>();
        parts.add(part("upload", legs.upload(), result, size));
        parts.add(part("download", legs.download(), result, size));
        // A round trip transfers the message in both directions.
        parts.add(part("round trip", legs.roundTrip(), result, 2 * size));
        parts.add(new TablePart("", "Message first byte metrics", List.of(durations("Duration", legs.firstByte()))));
        parts.removeIf(part -> part.columns().get(0).durations().getTotalCount() == 0);
        result.requested()
                .ifPresent(requested -> parts.add(new TablePart(
                        rates(result, requested),
                        "Message response and service times",
                        List.of(durations("Response", legs.response()), durations("Service", legs.roundTrip())))));
        return parts;
    }

    private TablePart part(String name, Histogram durations, ClientResult result, double bytes) {
        double all = bytes * result.messages();
        double nanos = result.busyNanos();
        String before = String.format(
                Locale.ROOT,
                "Overall %s stats:\n\nTransferred %11s in %s in %s (%s)",
                name,
                Resolution.bytes(all),
                Counted.of(result.messages(), "message"),
                resolution.duration(nanos),
                resolution.throughput(all, nanos));
        Column throughput = new Column("Throughput", 13, durations, each -> resolution.throughput(bytes, each));
        return new TablePart(
                before, "Message " + name + " metrics", List.of(throughput, durations("Duration", durations)));
    }

    private Column durations(String heading, Histogram durations) {
        return new Column(heading, 9, durations, resolution::duration);
    }

    private static String rates(ClientResult result, double requested) {
        return String.format(
                Locale.ROOT,
                "Requested %.2f messages per second, achieved %.2f; %d unanswered of %s.",
                requested,
                result.perSecond(),
                result.unanswered(),
                Counted.of(result.sent(), "message"));
    }

    String text(String who, ClientResult result) {
        return text(who + " stats:\n", result, TablePart::console);
    }

    String markdown(String who, ClientResult result) {
        return text("### " + who + "\n\n", result, TablePart::markdown);
    }

    private String text(String heading, ClientResult result, Function<TablePart, String> table) {
        StringBuilder text = new StringBuilder(heading);
        for (TablePart part : parts(result)) {
            text.append(part.before().isEmpty() ? "" : part.before() + "\n\n");
            text.append(part.title()).append(":\n\n").append(table.apply(part)).append('\n');
        }
        if (result.messages() > 0) {
            text.append(ENDS);
        }
        if (result.corrupt() > 0) {
            text.append(Counted.of(result.corrupt(), "message came", "messages came"))
                    .append(" back with other content, and are not in the tables' totals.\n");
        }
        result.problem()
                .ifPresent(
                        problem -> text.append("INCOMPLETE: ").append(problem).append('\n'));
        return text.toString();
    }

    /**
     * A row of the tables: a statistic of the durations of a histogram.
     *
     * @param name its name in the tables
     * @param nanos computes the statistic of a non-empty histogram
     */
    record Percentile(String name, ToDoubleFunction<Histogram> nanos) {

        /** The mean and seven percentiles, from the shortest to the longest. */
        static final List<Percentile> ROWS = List.of(
                new Percentile("AVG", Histogram::getMean),
                // P0 is the lower bound of its bucket; the others are upper bounds.
                new Percentile("P0", Histogram::getMinValue),
                of("P10", 10),
                of("P50", 50),
                of("P90", 90),
                of("P99", 99),
                of("P99.9", 99.9),
                of("P100", 100));

        private static Percentile of(String name, double percentile) {
            return new Percentile(name, durations -> durations.getValueAtPercentile(percentile));
        }

        String key() {
            return name.equals("AVG") ? "mean" : name.toLowerCase(Locale.ROOT);
        }

        double of(Histogram durations) {
            return nanos.applyAsDouble(durations);
        }
    }
}
