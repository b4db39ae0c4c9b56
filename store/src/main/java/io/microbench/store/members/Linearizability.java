// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Decides whether a history is linearizable (M. Herlihy, J. Wing, "Linearizability: A Correctness Condition for
 * Concurrent Objects", TOPLAS 12(3), 1990), where each key is a register that is initially empty.
 *
 * <p>A history is linearizable if the history of each key is (theorem 1 there), so {@link Search} checks the keys one
 * by one, like Porcupine for Go (A. Horn, D. Kroening, "Faster Linearizability Checking via P-Compositionality", FORTE
 * 2015).
 */
final class Linearizability {

    private static final int LIMIT = 2_000_000;

    private final int limit;

    Linearizability() {
        this(LIMIT);
    }

    /** Creates a check with a maximum number of configurations per key. */
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
     * never read. Each such put would double the number of configurations.
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
         * @param configurations the number of configurations tried
         */
        record Undecided(long key, int configurations) implements HistoryVerdict {}
    }

    /**
     * Reduces the operations of a key that no order explains to a minimal set.
     *
     * <p>Removes only operations whose removal keeps a linearizable history linearizable: the later part, a get, a put
     * with all gets of its value, and a delete if every get found a value. So the remaining operations still prove that
     * the history is not linearizable.
     */
    static final class Counterexample {

        private static final double NANOS_OF_A_MILLI = 1e6;

        private final Function<List<Operation>, Optional<Boolean>> explained;

        Counterexample(Function<List<Operation>, Optional<Boolean>> explained) {
            this.explained = explained;
        }

        List<Operation> of(List<Operation> unexplained) {
            List<Operation> left = beginning(unexplained);
            int before;
            do {
                before = left.size();
                for (Operation each : left) {
                    List<Operation> without = without(each, left);
                    left = without.size() < left.size() && isUnexplained(without) ? without : left;
                }
            } while (left.size() < before);
            return left;
        }

        private boolean isUnexplained(List<Operation> operations) {
            return explained.apply(operations).filter(yes -> !yes).isPresent();
        }

        /** Returns the shortest prefix of the history that has no valid order. */
        private List<Operation> beginning(List<Operation> all) {
            List<Long> ends = all.stream()
                    .flatMap(each -> each.returned().stream().boxed())
                    .sorted()
                    .toList();
            int low = 0;
            int high = ends.size() - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isUnexplained(until(ends.get(middle), all))) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            List<Operation> beginning = until(ends.get(high), all);
            return isUnexplained(beginning) ? beginning : all;
        }

        /** Returns the history up to the given time; operations that had not returned by then are pending. */
        private static List<Operation> until(long moment, List<Operation> all) {
            return all.stream()
                    .filter(each -> each.invoked() <= moment)
                    .map(each -> each.returned().orElse(Long.MAX_VALUE) <= moment ? each : each.withoutReturn())
                    .filter(each -> each.isWrite() || each.acknowledged())
                    .sorted(Comparator.comparingLong(Operation::invoked))
                    .toList();
        }

        private static List<Operation> without(Operation operation, List<Operation> all) {
            List<Operation> left = new ArrayList<>(all);
            switch (operation.kind()) {
                case GET -> left.remove(operation);
                case PUT -> left.removeIf(each -> each.value().equals(operation.value()));
                case DELETE -> {
                    if (all.stream()
                            .noneMatch(each -> each.kind() == Operation.Kind.GET
                                    && each.value().isEmpty())) {
                        left.remove(operation);
                    }
                }
            }
            return left;
        }

        /** Formats operations of one key, one per line, with times since the first invocation. */
        static String format(List<Operation> operations) {
            long first = operations.stream().mapToLong(Operation::invoked).min().orElse(0);
            return operations.stream()
                    .sorted(Comparator.comparingLong(Operation::invoked))
                    .map(each -> "  " + line(each, first))
                    .collect(Collectors.joining("\n"));
        }

        private static String line(Operation each, long first) {
            String what =
                    switch (each.kind()) {
                        case PUT -> "put " + each.value().getAsLong();
                        case GET -> "get found " + found(each.value());
                        case DELETE -> "delete";
                    };
            String end = each.returned().isPresent() ? millis(each.returned().getAsLong() - first) + " ms" : "unknown";
            return "client " + each.client() + ": " + what + ", from " + millis(each.invoked() - first) + " ms to "
                    + end;
        }

        private static String found(OptionalLong value) {
            return value.isPresent() ? Long.toString(value.getAsLong()) : "nothing";
        }

        private static String millis(long nanos) {
            return String.format(Locale.ROOT, "%.3f", nanos / NANOS_OF_A_MILLI);
        }
    }
}
