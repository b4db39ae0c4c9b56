// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Question.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Selects the baseline of each row of a table by a label.
 *
 * <p>A label is the name of a row, of a snippet (the baseline of the others in each variant) or of a variant (the
 * baseline of the others for each snippet), or a word in the names of variants, such as the version in
 * {@code 17 31.1-jre} (the baseline of variants that differ only in this word). The first match in this order is used.
 */
public final class RowBaselines {

    private RowBaselines() {}

    /** Returns the name of the baseline of each row, by the name of the row; empty if the label matches no row. */
    public static Map<String, String> of(Question question, String label) {
        List<Row> rows = Row.of(question);
        List<Row> matching = Stream.<Predicate<Row>>of(
                        row -> row.name().equals(label),
                        row -> row.label().equals(label),
                        row -> row.variant().name().equals(label),
                        row -> row.words().contains(label))
                .map(match -> rows.stream().filter(match).toList())
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
        Map<String, String> baselines = new LinkedHashMap<>();
        rows.forEach(row -> matching.stream()
                .min(Comparator.comparingInt(row::differences))
                .ifPresent(baseline -> baselines.put(row.name(), baseline.name())));
        return baselines;
    }

    /** Returns the labels that match rows: the names of rows, snippets and variants. */
    public static List<String> labels(Question question) {
        List<Row> rows = Row.of(question).stream()
                .filter(row -> !question.snippets().get(row.snippet()).isEmpty())
                .toList();
        return Stream.of(
                        rows.stream().map(Row::name),
                        rows.stream().map(Row::label),
                        question.variants().stream().map(Variant::name),
                        rows.stream().flatMap(row -> row.words().stream()))
                .flatMap(names -> names)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /**
     * A row of a table: a snippet in a variant, with any inputs and number of workers.
     *
     * @param snippet its index in the question
     * @param label the name of the snippet, with a number if an earlier snippet has the same name
     * @param variant the JVM that measures it
     */
    record Row(int snippet, String label, Variant variant) {

        String name() {
            return variant.row(label);
        }

        List<String> words() {
            return List.of(variant.name().split(Variant.BETWEEN_WORDS, -1));
        }

        /** Returns the number of differences from another row: the snippet, and the words of the variant. */
        private int differences(Row other) {
            List<String> words = other.words();
            return (label.equals(other.label) ? 0 : 1)
                    + (int) IntStream.range(0, words().size())
                            .filter(i -> i >= words.size() || !words.get(i).equals(words().get(i)))
                            .count();
        }

        static List<Row> of(Question question) {
            Map<String, Integer> names = new HashMap<>();
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < question.snippets().size(); i++) {
                String name = question.snippets().get(i).name();
                int same = names.merge(name, 1, Integer::sum);
                for (Variant variant : question.variants()) {
                    rows.add(new Row(i, same == 1 ? name : name + " #" + same, variant));
                }
            }
            return rows;
        }
    }
}
