/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.Result;

/** Results that something else than JMH found in the iteration that has just ended; {@link ForkMeter} takes them. */
public final class MoreResults {

    private static final List<Result<?>> FOUND = new ArrayList<>();

    private MoreResults() {}

    /** Adds results to the iteration whose tear-down calls this. */
    public static void add(List<Result<?>> results) {
        synchronized (FOUND) {
            FOUND.addAll(results);
        }
    }

    /** Returns what was added since the last call. */
    static List<Result<?>> take() {
        synchronized (FOUND) {
            List<Result<?>> taken = List.copyOf(FOUND);
            FOUND.clear();
            return taken;
        }
    }
}
