/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of a table of snippets, with whatever inputs and workers.
 *
 * @param snippet its place in the question
 * @param name no other row has it: of snippets of one name all but the first have a number behind it
 */
record Row(int snippet, String name) {

    /** Returns the rows of a question in its order. */
    static List<Row> of(Question question) {
        Map<String, Integer> names = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < question.snippets().size(); i++) {
            String name = question.snippets().get(i).name();
            int same = names.merge(name, 1, Integer::sum);
            rows.add(new Row(i, same == 1 ? name : name + " #" + same));
        }
        return rows;
    }
}
