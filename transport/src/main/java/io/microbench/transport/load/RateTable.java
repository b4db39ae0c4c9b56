// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.text.Counted;
import io.microbench.text.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of a client that sent on schedule: its rate, response times and service times. */
final class RateTable {

    private static final String NAME = "Message response and service times";

    private final Resolution resolution;

    RateTable(Resolution resolution) {
        this.resolution = resolution;
    }

    /** Formats the rates as a sentence. */
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

    /** Returns rates and table for a console. */
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

    /** Returns rates and table as Markdown. */
    String markdown(ClientResult result, double asked) {
        MarkdownTable table = new MarkdownTable().left("").right("response").right("service");
        rows(result.legs()).forEach(table::row);
        return rates(result, asked) + "\n\n" + NAME + "\n\n" + table.render() + "\n";
    }
}
