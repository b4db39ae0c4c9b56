// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Question.Variant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /** Returns the rows of a question, in its order. */
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
