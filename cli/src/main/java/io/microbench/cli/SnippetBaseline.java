/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.plan.ConfigurationException;
import io.microbench.snippet.Question;
import io.microbench.snippet.RowBaselines;
import java.util.Map;
import java.util.Optional;

/** What snippets are compared with beside each other: a row of their own table. */
final class SnippetBaseline {

    private static final String OPTION = "--baseline";

    private final Map<String, String> rows;

    /** Reads the options; a name that nothing answers to is an error before anything is measured. */
    SnippetBaseline(SnippetOptions options, Question question) {
        Optional<String> asked = options.baseline;
        this.rows = asked.map(label -> RowBaselines.of(question, label)).orElse(Map.of());
        SnippetQuestion.conflict(OPTION, asked.isPresent(), "--save-as", options.saveAs.isPresent());
        SnippetQuestion.conflict(
                OPTION + " with a row",
                !rows.isEmpty(),
                "--format",
                options.format.filter(f -> !f.equals("table")).isPresent());
        asked.filter(label -> rows.isEmpty()).ifPresent(label -> {
            throw new ConfigurationException(OPTION + " " + label + ": no row, snippet or variant has this label. There are "
                    + String.join(", ", RowBaselines.labels(question)) + ".");
        });
    }

    /** Returns the row that each row of the table is related to; empty where that is the fastest. */
    Map<String, String> rows() {
        return rows;
    }
}
