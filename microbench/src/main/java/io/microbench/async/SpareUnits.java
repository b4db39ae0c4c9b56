// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Passes units that have ended to threads that begin new ones, in chains of {@value #CHAIN}: at least as many end before one is reused.
 *
 * <p>Chains are linked by their first units, so that nothing is allocated. A thread always takes all chains, so that the head of the list
 * never reappears while another thread reads it (the ABA problem of Treiber's stack).
 */
final class SpareUnits {

    static final int CHAIN = 64;

    /** More than 65,536 spare units are left to the garbage collector. */
    private static final int MOST_CHAINS = 1024;

    private final AtomicReference<AsyncWork.@Nullable Unit> chains = new AtomicReference<>();
    private final AtomicInteger number = new AtomicInteger();

    void give(AsyncWork.Unit first) {
        if (number.get() >= MOST_CHAINS) {
            return;
        }
        number.incrementAndGet();
        AsyncWork.@Nullable Unit others;
        do {
            others = chains.get();
            first.nextChain = others;
        } while (!chains.compareAndSet(others, first));
    }

    AsyncWork.@Nullable Unit takeAll() {
        if (chains.get() == null) {
            return null;
        }
        number.set(0);
        return chains.getAndSet(null);
    }
}
