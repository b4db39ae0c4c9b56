// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import io.microbench.transport.load.ClientResult.Legs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The tables of one client, in the format of quinn's {@code bench}. A row has a duration and the throughput of the same
 * messages; {@code AVG} is the mean duration, and the total bytes over the total time, not the mean of rates.
 */
final class MessageTable {

    private final Resolution resolution;
    private final RateTable rates;

    MessageTable(Resolution resolution) {
        rates = new RateTable(resolution);
        this.resolution = resolution;
    }

    private record Part(String name, Histogram durations, double bytes) {}

    private static List<Part> parts(ClientResult result) {
        Legs legs = result.legs();
        double size = result.size();
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("upload", legs.upload(), size));
        parts.add(new Part("download", legs.download(), size));
        // Both directions.
        parts.add(new Part("round trip", legs.roundTrip(), 2 * size));
        parts.add(new Part("first byte", legs.firstByte(), 0));
        parts.removeIf(part -> part.durations().getTotalCount() == 0);
        return parts;
    }

    String text(String who, ClientResult result) {
        StringBuilder text = new StringBuilder(who).append(" stats:\n");
        for (Part part : parts(result)) {
            if (part.bytes() > 0) {
                text.append("Overall ").append(part.name()).append(" stats:\n\n");
                text.append("Transferred ").append(overall(result, part)).append("\n\n");
            }
            text.append("Message ").append(part.name()).append(" metrics:\n\n");
            table(text, part);
        }
        result.asked().ifPresent(asked -> text.append(rates.text(result, asked)));
        problems(text, result);
        return text.toString();
    }

    private String overall(ClientResult result, Part part) {
        double bytes = part.bytes() * result.messages();
        return String.format(
                Locale.ROOT,
                "%11s in %s in %s (%s)",
                Resolution.bytes(bytes),
                Counted.of(result.messages(), "message"),
                resolution.duration((double) result.busyNanos()),
                resolution.throughput(bytes, (double) result.busyNanos()));
    }

    private void table(StringBuilder text, Part part) {
        boolean rates = part.bytes() > 0;
        text.append(rates ? "       │  Throughput   │ Duration\n" : "       │ Duration\n");
        text.append(rates ? "───────┼───────────────┼──────────\n" : "───────┼──────────\n");
        for (List<String> row : rows(part)) {
            text.append(String.format(Locale.ROOT, " %-6s", row.get(0)));
            if (rates) {
                text.append(String.format(Locale.ROOT, "│ %13s ", row.get(1)));
            }
            text.append(String.format(Locale.ROOT, "│ %9s%n", row.get(2)));
        }
        text.append('\n');
    }

    private List<List<String>> rows(Part part) {
        List<List<String>> rows = new ArrayList<>();
        for (Percentile percentile : Percentile.ROWS) {
            rows.add(row(percentile.name(), part.bytes(), percentile.of(part.durations())));
        }
        return rows;
    }

    private List<String> row(String name, double bytes, double nanos) {
        return List.of(name, bytes > 0 ? resolution.throughput(bytes, nanos) : "", resolution.duration(nanos));
    }

    private static void problems(StringBuilder text, ClientResult result) {
        if (result.corrupt() > 0) {
            text.append(Counted.of(result.corrupt(), "message came", "messages came"))
                    .append(" back with other content, and are not in the tables' totals.\n");
        }
        result.problem()
                .ifPresent(
                        problem -> text.append("INCOMPLETE: ").append(problem).append('\n'));
    }

    String markdown(String who, ClientResult result) {
        StringBuilder text = new StringBuilder("### ").append(who).append("\n\n");
        for (Part part : parts(result)) {
            text.append("Message ").append(part.name());
            text.append(part.bytes() > 0 ? ": " + overall(result, part).strip() : "")
                    .append("\n\n");
            MarkdownTable table =
                    new MarkdownTable().left("").right("throughput").right("duration");
            rows(part).forEach(table::row);
            text.append(table.render()).append('\n');
        }
        result.asked().ifPresent(asked -> text.append(rates.markdown(result, asked)));
        problems(text, result);
        return text.toString();
    }

    /** The table of a client that sent on schedule: its rate, response times and service times. */
    private record RateTable(Resolution resolution) {
        private static final String NAME = "Message response and service times";

        private static String rates(ClientResult result, double asked) {
            return String.format(
                    Locale.ROOT,
                    "Asked for %.2f messages per second, achieved %.2f; %d unanswered of %s.",
                    asked,
                    result.perSecond(),
                    result.unanswered(),
                    Counted.of(result.sent(), "message"));
        }

        /** Returns the rows; the columns are sorted independently, so a row does not describe the same messages. */
        private List<List<String>> rows(Legs legs) {
            List<List<String>> rows = new ArrayList<>();
            if (legs.response().getTotalCount() > 0) {
                for (Percentile row : Percentile.ROWS) {
                    rows.add(List.of(
                            row.name(),
                            resolution.duration(row.of(legs.response())),
                            resolution.duration(row.of(legs.roundTrip()))));
                }
            }
            return rows;
        }

        String text(ClientResult result, double asked) {
            StringBuilder text = new StringBuilder(rates(result, asked)).append("\n\n");
            text.append(NAME).append(":\n\n");
            text.append("       │ Response  │ Service\n");
            text.append("───────┼───────────┼──────────\n");
            for (List<String> row : rows(result.legs())) {
                text.append(String.format(Locale.ROOT, " %-6s│ %9s │ %9s%n", row.get(0), row.get(1), row.get(2)));
            }
            return text.append('\n').toString();
        }

        String markdown(ClientResult result, double asked) {
            MarkdownTable table = new MarkdownTable().left("").right("response").right("service");
            rows(result.legs()).forEach(table::row);
            return rates(result, asked) + "\n\n" + NAME + "\n\n" + table.render() + "\n";
        }
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
                // The lower bound of its bucket; the others are upper bounds.
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
