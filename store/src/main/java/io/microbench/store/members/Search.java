// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Searches for an order of the operations of one key that explains their results.
 *
 * <p>The search is that of J. Wing and C. Gong, "Testing and Verifying Concurrent Objects", Journal of Parallel and
 * Distributed Computing 17 (1993): operations that may be first are tried one by one, with backtracking. It caches the
 * configurations, sets of ordered operations with the resulting state, that have failed before: G. Lowe, "Testing for
 * Linearizability", Concurrency and Computation: Practice and Experience 29(4), 2017.
 */
final class Search {

    private record Configuration(BitSet ordered, OptionalLong state) {}

    private record Step(int operation, OptionalLong before) {}

    private final List<Operation> operations;
    private final int limit;
    private final BitSet ordered = new BitSet();
    private final Set<Configuration> seen = new HashSet<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private OptionalLong state = OptionalLong.empty();
    private long unexplained;

    /**
     * Creates a search.
     *
     * @param operations the operations of one key, which initially has no value
     * @param limit the maximum number of configurations
     */
    Search(List<Operation> operations, int limit) {
        this.operations = operations.stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
        this.limit = limit;
        unexplained = operations.stream().filter(Operation::acknowledged).count();
    }

    /** Returns whether an order exists; empty if the limit is reached first. */
    Optional<Boolean> run() {
        int from = 0;
        while (unexplained > 0) {
            int next = candidate(from);
            if (next < operations.size()) {
                from = order(next) ? 0 : next + 1;
            } else if (steps.isEmpty()) {
                return Optional.of(false);
            } else {
                from = takeBack() + 1;
            }
            if (seen.size() > limit) {
                return Optional.empty();
            }
        }
        return Optional.of(true);
    }

    /**
     * Returns the first operation, from the given index on, that may be next in the order because no other operation
     * returned before its invocation; the number of operations if no operation may be next.
     */
    private int candidate(int from) {
        // At equal times, neither operation precedes the other.
        long end = Long.MAX_VALUE;
        for (int i = ordered.nextClearBit(0); i < operations.size(); i = ordered.nextClearBit(i + 1)) {
            Operation each = operations.get(i);
            if (each.invoked() > end) {
                break;
            }
            if (i >= from) {
                return i;
            }
            end = Math.min(end, each.returned().orElse(Long.MAX_VALUE));
        }
        return operations.size();
    }

    /** Appends an operation to the order if that is possible and has not been tried. */
    private boolean order(int next) {
        Operation operation = operations.get(next);
        OptionalLong after = operation.isWrite() ? operation.left() : state;
        if (operation.kind() == Operation.Kind.GET && !operation.value().equals(state)) {
            return false;
        }
        ordered.set(next);
        if (!seen.add(new Configuration((BitSet) ordered.clone(), after))) {
            ordered.clear(next);
            return false;
        }
        steps.push(new Step(next, state));
        state = after;
        unexplained -= operation.acknowledged() ? 1 : 0;
        return true;
    }

    private int takeBack() {
        Step step = steps.pop();
        state = step.before();
        ordered.clear(step.operation());
        unexplained += operations.get(step.operation()).acknowledged() ? 1 : 0;
        return step.operation();
    }
}
