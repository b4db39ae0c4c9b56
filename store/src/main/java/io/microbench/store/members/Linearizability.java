// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides whether a history is linearizable (M. Herlihy, J. Wing, "Linearizability: A Correctness Condition for
 * Concurrent Objects", TOPLAS 12(3), 1990), where each key is a register that is initially empty.
 *
 * <p>A history is linearizable if the history of each key is (theorem 1 there), so {@link Search} checks one key after
 * the other, like Porcupine for Go (A. Horn, D. Kroening, "Faster Linearizability Checking via P-Compositionality",
 * FORTE 2015).
 */
final class Linearizability {

    private static final int LIMIT = 2_000_000;

    private final int limit;

    Linearizability() {
        this(LIMIT);
    }

    /** Creates a check with a limit of configurations for each key. */
    Linearizability(int limit) {
        this.limit = limit;
    }

    /**
     * Checks a history.
     *
     * @throws IllegalArgumentException if two puts of a key write the same value
     */
    HistoryVerdict check(List<Operation> history) {
        Map<Long, List<Operation>> keys =
                history.stream().collect(Collectors.groupingBy(Operation::key, TreeMap::new, Collectors.toList()));
        HistoryVerdict verdict = new HistoryVerdict.Linearizable();
        for (Map.Entry<Long, List<Operation>> key : keys.entrySet()) {
            refuseRepeatedValues(key.getValue());
            Optional<Boolean> explained = explained(key.getValue());
            if (explained.isEmpty()) {
                verdict = new HistoryVerdict.Undecided(key.getKey(), limit);
            } else if (!explained.get()) {
                return new HistoryVerdict.Violated(new Counterexample(this::explained).of(key.getValue()));
            }
        }
        return verdict;
    }

    private Optional<Boolean> explained(List<Operation> operations) {
        return new Search(relevant(operations), limit).run();
    }

    /**
     * Removes irrelevant operations: gets that did not return, and puts that did not return and whose unique value was
     * never read. Each of the latter would double the configurations.
     */
    private static List<Operation> relevant(List<Operation> key) {
        Set<OptionalLong> read = key.stream()
                .filter(each -> each.kind() == Operation.Kind.GET && each.acknowledged())
                .map(Operation::value)
                .collect(Collectors.toCollection(HashSet::new));
        return key.stream()
                .filter(each -> each.acknowledged() || (each.isWrite() && read.contains(each.left())))
                .toList();
    }

    private static void refuseRepeatedValues(List<Operation> key) {
        Set<OptionalLong> written = new HashSet<>();
        for (Operation each : key) {
            if (each.kind() == Operation.Kind.PUT && !written.add(each.value())) {
                throw new IllegalArgumentException("two puts write "
                        + each.value().getAsLong() + " to key " + each.key() + "; each value has to be written once");
            }
        }
    }
}
