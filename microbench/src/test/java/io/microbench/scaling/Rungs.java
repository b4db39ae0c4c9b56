// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.scaling.Curve.Rung;
import java.util.Optional;
import java.util.TreeMap;

/** Creates rungs that have a rate, but no interval and no latencies. */
public final class Rungs {

    private Rungs() {}

    public static Rung of(int workers, double rate) {
        return new Rung(workers, rate, Optional.empty(), new TreeMap<>());
    }
}
