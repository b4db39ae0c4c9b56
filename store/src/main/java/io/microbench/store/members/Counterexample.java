// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reduces the operations of a key that no order explains to a minimal set.
 *
 * <p>It only removes operations without which a linearizable history would remain linearizable: the later part, a get,
 * a put with all gets of its value, and a delete if no get found nothing. So the rest still proves that the history is
 * not linearizable.
 */
final class Counterexample {

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

    /** Returns the operations invoked before the first violation. */
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

    /** Returns the history at a moment, when some operations had not returned. */
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
        return "client " + each.client() + ": " + what + ", from " + millis(each.invoked() - first) + " ms to " + end;
    }

    private static String found(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "nothing";
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS_OF_A_MILLI);
    }
}
