// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches for an order of the operations of one key that explains their results.
 *
 * <p>The search is that of J. Wing and C. Gong, "Testing and Verifying Concurrent Objects", Journal of Parallel and
 * Distributed Computing 17 (1993): operations that may come first are tried one after the other, with backtracking. It
 * caches the configurations, sets of ordered operations with the resulting state, that have failed before: G. Lowe,
 * "Testing for Linearizability", Concurrency and Computation: Practice and Experience 29(4), 2017.
 */
final class Search {

    /** An invocation or a return, in a list from which ordered operations are removed. */
    private static final class Event {

        private final int operation;
        private final boolean invocation;
        private final long time;
        private @Nullable Event other;
        private @Nullable Event previous;
        private @Nullable Event next;

        Event(int operation, boolean invocation, long time) {
            this.operation = operation;
            this.invocation = invocation;
            this.time = time;
        }

        void unlink() {
            if (previous != null) {
                previous.next = next;
            }
            if (next != null) {
                next.previous = previous;
            }
        }

        void link() {
            if (previous != null) {
                previous.next = this;
            }
            if (next != null) {
                next.previous = this;
            }
        }

        /** Removes the operation from the list. */
        void lift() {
            unlink();
            if (other != null) {
                other.unlink();
            }
        }

        /** Puts the operation back; the last one that was removed has to be the first. */
        void unlift() {
            if (other != null) {
                other.link();
            }
            link();
        }
    }

    private record Configuration(BitSet ordered, OptionalLong state) {}

    private record Step(Event invocation, OptionalLong before) {}

    private final List<Operation> operations;
    private final int limit;
    private final Event head = new Event(-1, false, 0);
    private final BitSet ordered = new BitSet();
    private final Set<Configuration> seen = new HashSet<>();
    private final Deque<Step> steps = new ArrayDeque<>();
    private OptionalLong state = OptionalLong.empty();
    private int unexplained;

    /**
     * Creates a search.
     *
     * @param operations of one key, which is initially empty
     * @param limit the maximum number of configurations
     */
    Search(List<Operation> operations, int limit) {
        this.operations = operations;
        this.limit = limit;
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation each = operations.get(i);
            Event invocation = new Event(i, true, each.invoked());
            events.add(invocation);
            if (each.returned().isPresent()) {
                Event end = new Event(i, false, each.returned().getAsLong());
                invocation.other = end;
                events.add(end);
                unexplained++;
            }
        }
        // At equal times, neither was before the other.
        events.sort(
                Comparator.<Event>comparingLong(event -> event.time).thenComparing(event -> event.invocation ? 0 : 1));
        Event last = head;
        for (Event event : events) {
            last.next = event;
            event.previous = last;
            last = event;
        }
    }

    /** Returns whether there is an order; empty if the limit is reached first. */
    Optional<Boolean> run() {
        Event event = head.next;
        // Operations that did not return have no return event, so the list contains one of another operation until the
        // end.
        while (unexplained > 0 && event != null) {
            if (!event.invocation) {
                if (steps.isEmpty()) {
                    return Optional.of(false);
                }
                event = takeBack().next;
            } else if (order(event)) {
                event = head.next;
            } else {
                event = event.next;
            }
            if (seen.size() > limit) {
                return Optional.empty();
            }
        }
        return Optional.of(unexplained == 0);
    }

    /** Orders an operation next, if that is possible and was not tried before. */
    private boolean order(Event event) {
        Operation operation = operations.get(event.operation);
        OptionalLong after = operation.isWrite() ? operation.left() : state;
        if (operation.kind() == Operation.Kind.GET && !operation.value().equals(state)) {
            return false;
        }
        ordered.set(event.operation);
        if (!seen.add(new Configuration((BitSet) ordered.clone(), after))) {
            ordered.clear(event.operation);
            return false;
        }
        steps.push(new Step(event, state));
        state = after;
        event.lift();
        unexplained -= operation.acknowledged() ? 1 : 0;
        return true;
    }

    private Event takeBack() {
        Step step = steps.pop();
        Event event = step.invocation();
        state = step.before();
        ordered.clear(event.operation);
        event.unlift();
        unexplained += operations.get(event.operation).acknowledged() ? 1 : 0;
        return event;
    }
}
