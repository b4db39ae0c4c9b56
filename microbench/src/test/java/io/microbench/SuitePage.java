// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Generates the tables of the page on suites from the Javadoc of the benchmarks.
 *
 * <p>A table is between {@code <!-- generated: SUITE -->} and {@code <!-- end -->}. Existing rows keep their order,
 * new rows are appended, and rows of deleted benchmarks are removed.
 */
final class SuitePage {

    private static final Pattern TABLE =
            Pattern.compile("(<!-- generated: (\\w+) -->\\n).*?(<!-- end -->)", Pattern.DOTALL);

    private SuitePage() {}

    /**
     * Values from the Javadoc of a class.
     *
     * @param minutes the minutes as written in the Javadoc
     */
    record Row(String suite, String className, String question, int cases, String minutes) {

        /** Inline code differs between Javadoc and Markdown only in its delimiters. */
        private String line() {
            return "| %s | `%s` | %d | %s min |\n"
                    .formatted(question.replaceAll("\\{@code ([^}]*)}", "`$1`"), className, cases, minutes);
        }
    }

    /** Returns the page with regenerated tables. */
    static String updated(String page, List<Row> rows) {
        return TABLE.matcher(page)
                .replaceAll(table -> Matcher.quoteReplacement(
                        table.group(1) + table(table.group(2), table.group(), rows) + table.group(3)));
    }

    private static String table(String suite, String before, List<Row> rows) {
        List<Row> ordered = new ArrayList<>(
                rows.stream().filter(row -> row.suite().equals(suite)).toList());
        ordered.sort(Comparator.<Row>comparingInt(row -> place(before, row)).thenComparing(Row::className));
        StringBuilder table =
                new StringBuilder("Each by `./mvnw -pl " + suite + " -am -DskipTests=false -Dtest=CLASS test`:\n\n"
                        + "| question | class | cases | cost |\n|---|---|---|---|\n");
        ordered.forEach(row -> table.append(row.line()));
        int cases = ordered.stream().mapToInt(Row::cases).sum();
        double minutes = ordered.stream()
                .mapToDouble(row -> Double.parseDouble(row.minutes()))
                .sum();
        return table.append(String.format(Locale.ROOT, "| all of these | | %d | %.0f min |\n", cases, minutes))
                .toString();
    }

    private static int place(String before, Row row) {
        int place = before.indexOf("| `" + row.className() + "` |");
        return place < 0 ? Integer.MAX_VALUE : place;
    }
}
