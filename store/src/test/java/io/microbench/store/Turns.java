// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Optional;

/** The operations of one worker, and their outcomes. */
final class Turns {

    private final Store store;
    private final Contents contents;
    long operations;
    long hits;
    long writes;
    long failed;
    Optional<String> failure = Optional.empty();

    Turns(Store store, Contents contents) {
        this.store = store;
        this.contents = contents;
    }

    boolean put(long key) {
        try {
            store.put(key, contents.value(key));
            operations++;
            hits++;
            writes++;
            return true;
        } catch (IOException | RuntimeException e) {
            return failed(e);
        }
    }

    /** Looks up an existing key. */
    boolean get(long key) {
        try {
            boolean hit = contents.isValue(key, store.get(key));
            operations++;
            hits += hit ? 1 : 0;
            return hit;
        } catch (IOException | RuntimeException e) {
            return failed(e);
        }
    }

    /** Deletes a key; whether it existed is checked untimed. */
    boolean delete(long key) {
        try {
            store.delete(key);
            operations++;
            writes++;
            return true;
        } catch (IOException | RuntimeException e) {
            return failed(e);
        }
    }

    private boolean failed(Exception e) {
        failed++;
        if (failure.isEmpty()) {
            failure = Optional.of(e.toString());
        }
        return false;
    }
}
