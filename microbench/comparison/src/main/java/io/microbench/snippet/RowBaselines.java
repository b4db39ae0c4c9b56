/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Chooses by a label what the rows of a table are related to. */
public final class RowBaselines {

    private RowBaselines() {}

    /**
     * Returns the name of the row that each row is related to, by its own name; nothing where no row answers to the label.
     */
    public static Map<String, String> of(Question question, String label) {
        Map<String, String> baselines = new LinkedHashMap<>();
        List<Row> rows = Row.of(question);
        if (rows.stream().anyMatch(row -> row.name().equals(label))) {
            rows.forEach(row -> baselines.put(row.name(), label));
        }
        return baselines;
    }

    /** Returns the labels that rows answer to. */
    public static List<String> labels(Question question) {
        return Row.of(question).stream()
                .filter(row -> !question.snippets().get(row.snippet()).isEmpty())
                .map(Row::name)
                .toList();
    }
}
