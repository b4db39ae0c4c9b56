// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import java.util.List;

/** Whether a history of keys is linearizable. */
sealed interface HistoryVerdict {

    /** There is an order of the operations, within the times that each took, that explains what all of them returned. */
    record Linearizable() implements HistoryVerdict {}

    /**
     * There is no such order.
     *
     * @param counterexample operations of one key for which there is none; without any of them there would be one
     */
    record Violated(List<Operation> counterexample) implements HistoryVerdict {

        public Violated {
            counterexample = List.copyOf(counterexample);
        }
    }

    /**
     * It takes too long to find out.
     *
     * @param key whose operations are the reason
     * @param configurations how many were tried
     */
    record Undecided(long key, int configurations) implements HistoryVerdict {}
}
