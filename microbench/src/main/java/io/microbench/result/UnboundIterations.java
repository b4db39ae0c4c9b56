// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Instant;
import java.util.AbstractList;

/** Iterations that have been read before it was known when their fork was started. */
final class UnboundIterations extends AbstractList<IterationResult> {

    private final Iterations iterations;

    UnboundIterations(Iterations iterations) {
        this.iterations = iterations;
    }

    Iterations startingAt(Instant start) {
        return iterations.startingAt(start);
    }

    @Override
    public IterationResult get(int index) {
        return iterations.get(index);
    }

    @Override
    public int size() {
        return iterations.size();
    }
}
