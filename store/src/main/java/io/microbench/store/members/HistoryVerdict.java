// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.List;

/** The verdict on whether a history of keys is linearizable. */
sealed interface HistoryVerdict {

    /** The history is linearizable: an order of the operations, within their times, explains all results. */
    record Linearizable() implements HistoryVerdict {}

    /**
     * The history is not linearizable: there is no such order.
     *
     * @param counterexample a minimal set of operations of one key for which no order exists
     */
    record Violated(List<Operation> counterexample) implements HistoryVerdict {

        public Violated {
            counterexample = List.copyOf(counterexample);
        }
    }

    /**
     * The check exceeded its limit.
     *
     * @param key the key whose operations exceeded the limit
     * @param configurations the number of tried configurations
     */
    record Undecided(long key, int configurations) implements HistoryVerdict {}
}
