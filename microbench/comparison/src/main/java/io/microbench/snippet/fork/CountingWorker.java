/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet.fork;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A worker that counts its calls in a field, which another thread reads meanwhile. */
class CountingWorker {

    private static final VarHandle CALLS;

    static {
        try {
            CALLS = MethodHandles.lookup().findVarHandle(CountingWorker.class, "calls", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long calls;

    long calls() {
        return (long) CALLS.getOpaque(this);
    }

    /** Counts a call; only this worker writes. */
    final void count() {
        CALLS.setOpaque(this, calls + 1);
    }
}
