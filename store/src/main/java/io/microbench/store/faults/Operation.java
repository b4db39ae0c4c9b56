// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a client asked of a key, and what it was told.
 *
 * @param client which of the clients, from 0
 * @param value what a put wrote, or what a get found; empty for a delete, and for a get that found nothing. No two puts write the same
 * @param invoked when it was invoked, in nanoseconds by a clock that all clients share
 * @param returned when it was acknowledged, by the same clock; empty if it failed or never returned: it may have happened at any time
 *     after it was invoked, and need not have happened
 */
record Operation(int client, long key, Kind kind, OptionalLong value, long invoked, OptionalLong returned) {

    /** What is asked. */
    enum Kind {
        PUT,
        GET,
        DELETE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Kind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    Operation {
        if ((kind == Kind.PUT && value.isEmpty()) || (kind == Kind.DELETE && value.isPresent())) {
            throw new IllegalArgumentException(kind.word() + " of key " + key + " with value " + value);
        }
    }

    boolean acknowledged() {
        return returned.isPresent();
    }

    boolean isWrite() {
        return kind != Kind.GET;
    }

    /** Returns whether this had returned before the other one was invoked. */
    boolean before(Operation other) {
        return returned.isPresent() && returned.getAsLong() < other.invoked;
    }

    /** Returns what the key holds once this write has happened; empty for nothing. */
    OptionalLong left() {
        return kind == Kind.PUT ? value : OptionalLong.empty();
    }

    /** Returns the same operation with its outcome; what was found is that of a get. */
    Operation returned(OptionalLong found, long when) {
        return new Operation(client, key, kind, kind == Kind.GET ? found : value, invoked, OptionalLong.of(when));
    }

    /** Returns the same operation, with an outcome that is not known. */
    Operation withoutReturn() {
        return new Operation(client, key, kind, value, invoked, OptionalLong.empty());
    }
}
