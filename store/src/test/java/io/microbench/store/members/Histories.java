// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Creates histories of one key. */
final class Histories {

    static final long KEY = 7;

    private Histories() {}

    static Operation put(int client, long value, long invoked, long returned) {
        return of(client, Operation.Kind.PUT, OptionalLong.of(value), invoked, returned);
    }

    static Operation get(int client, long value, long invoked, long returned) {
        return of(client, Operation.Kind.GET, OptionalLong.of(value), invoked, returned);
    }

    static Operation getNothing(int client, long invoked, long returned) {
        return of(client, Operation.Kind.GET, OptionalLong.empty(), invoked, returned);
    }

    static Operation delete(int client, long invoked, long returned) {
        return of(client, Operation.Kind.DELETE, OptionalLong.empty(), invoked, returned);
    }

    private static Operation of(int client, Operation.Kind kind, OptionalLong value, long invoked, long returned) {
        return new Operation(client, KEY, kind, value, invoked, OptionalLong.of(returned));
    }

    /** Tries all orders of the operations that returned and any of the others. */
    static boolean hasOrder(List<Operation> history) {
        return hasOrder(history, OptionalLong.empty());
    }

    private static boolean hasOrder(List<Operation> left, OptionalLong state) {
        if (left.stream().noneMatch(Operation::acknowledged)) {
            return true;
        }
        for (Operation next : left) {
            boolean first = left.stream().noneMatch(other -> other.before(next));
            boolean explained = next.isWrite() || next.value().equals(state);
            if (first && explained) {
                List<Operation> rest = new ArrayList<>(left);
                rest.remove(next);
                if (hasOrder(rest, next.isWrite() ? next.left() : state)) {
                    return true;
                }
            }
        }
        return false;
    }
}
