// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares the final contents of a store with the acknowledged writes. */
final class LostWrites {

    private LostWrites() {}

    /**
     * Returns the lost acknowledged writes: for each key the last one, unless the contents have its value, that of a
     * concurrent write, or that of an unacknowledged write that may have happened later.
     *
     * @param history puts and deletes before the contents were read; gets are ignored
     * @param contents the values found under the keys of the history
     */
    static List<Operation> of(List<Operation> history, Map<Long, Long> contents) {
        Map<Long, List<Operation>> keys = history.stream()
                .filter(Operation::isWrite)
                .collect(Collectors.groupingBy(Operation::key, TreeMap::new, Collectors.toList()));
        List<Operation> lost = new ArrayList<>();
        keys.forEach((key, writes) -> {
            Long found = contents.get(key);
            lost(writes, found == null ? OptionalLong.empty() : OptionalLong.of(found))
                    .ifPresent(lost::add);
        });
        return lost;
    }

    private static Optional<Operation> lost(List<Operation> writes, OptionalLong found) {
        Optional<Operation> last =
                writes.stream().filter(Operation::acknowledged).max(Comparator.comparingLong(Operation::invoked));
        // A write that returned before the last one was invoked cannot be the last one.
        return last.filter(
                one -> writes.stream().filter(other -> !other.before(one)).noneMatch(other -> other.left()
                        .equals(found)));
    }
}
