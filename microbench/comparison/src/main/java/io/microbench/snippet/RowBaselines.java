// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Question.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the baselines of the rows of a table by a label.
 *
 * <p>A label is the name of a row; of a snippet, the baseline of the others in each variant; of a variant, the baseline
 * of the others for each snippet; or a word in the names of several variants, such as the version in
 * {@code 17 31.1-jre}, the baseline of those that differ in this word only. The first of these that matches applies.
 */
public final class RowBaselines {

    private RowBaselines() {}

    /** Returns the name of the baseline of each row, by the name of the row; empty if the label matches no row. */
    public static Map<String, String> of(Question question, String label) {
        List<Row> rows = Row.of(question);
        if (rows.stream().anyMatch(row -> row.name().equals(label))) {
            return map(rows, row -> label);
        }
        if (rows.stream().anyMatch(row -> row.label().equals(label))) {
            return map(rows, row -> row.variant().row(label));
        }
        Optional<Variant> variant = question.variants().stream()
                .filter(one -> one.name().equals(label))
                .findFirst();
        return variant.map(one -> map(rows, row -> one.row(row.label()))).orElseGet(() -> byWord(rows, label));
    }

    private static Map<String, String> byWord(List<Row> rows, String label) {
        OptionalInt place = rows.stream()
                .mapToInt(row -> words(row.variant()).indexOf(label))
                .filter(index -> index >= 0)
                .findFirst();
        if (place.isEmpty()) {
            return Map.of();
        }
        Set<String> names = rows.stream().map(Row::name).collect(Collectors.toSet());
        Map<String, String> baselines = map(rows, row -> {
            List<String> words = new ArrayList<>(words(row.variant()));
            if (place.getAsInt() < words.size()) {
                words.set(place.getAsInt(), label);
            }
            return row.label() + Variant.BEFORE_NAME + String.join(Variant.BETWEEN_WORDS, words);
        });
        // The word may be missing in some combinations.
        return names.containsAll(baselines.values()) ? baselines : Map.of();
    }

    private static List<String> words(Variant variant) {
        return List.of(variant.name().split(Variant.BETWEEN_WORDS, -1));
    }

    private static Map<String, String> map(List<Row> rows, Function<Row, String> baseline) {
        Map<String, String> baselines = new LinkedHashMap<>();
        rows.forEach(row -> baselines.put(row.name(), baseline.apply(row)));
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
                        question.variants().stream().flatMap(variant -> words(variant).stream()))
                .flatMap(names -> names)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /**
     * A row of a table: a snippet in a variant, with any inputs and number of workers.
     *
     * @param snippet its place in the question
     * @param label the name of the snippet, with a number if an earlier snippet has the same name
     * @param variant which JVM measures it
     */
    record Row(int snippet, String label, Variant variant) {

        /** Returns its name, which is unique. */
        String name() {
            return variant.row(label);
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
