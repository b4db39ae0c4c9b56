// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.OptionalLong;

/**
 * An operation of a client on a key, with its result.
 *
 * @param client the number of the client, from 0
 * @param value the value that a put wrote or a get found; empty for a delete, and for a get that found nothing. Values
 *     of puts are unique
 * @param invoked the time of the invocation, in nanoseconds by a common clock of all clients
 * @param returned the time of the acknowledgement, by the same clock; empty if the operation failed or never returned.
 *     Then it may have taken effect at any time after its invocation, or not at all
 */
record Operation(int client, long key, Kind kind, OptionalLong value, long invoked, OptionalLong returned) {

    enum Kind {
        PUT,
        GET,
        DELETE
    }

    Operation {
        if ((kind == Kind.PUT && value.isEmpty()) || (kind == Kind.DELETE && value.isPresent())) {
            throw new IllegalArgumentException(kind + " of key " + key + " with value " + value);
        }
    }

    boolean acknowledged() {
        return returned.isPresent();
    }

    boolean isWrite() {
        return kind != Kind.GET;
    }

    boolean before(Operation other) {
        return returned.isPresent() && returned.getAsLong() < other.invoked;
    }

    OptionalLong left() {
        return kind == Kind.PUT ? value : OptionalLong.empty();
    }

    /** Returns a copy of this operation with its result; {@code found} is the value found by a get. */
    Operation returned(OptionalLong found, long when) {
        return new Operation(client, key, kind, kind == Kind.GET ? found : value, invoked, OptionalLong.of(when));
    }

    Operation withoutReturn() {
        return new Operation(client, key, kind, value, invoked, OptionalLong.empty());
    }
}
