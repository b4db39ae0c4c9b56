// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.scaling.Curve.Rung;
import java.util.Optional;
import java.util.TreeMap;

/** Creates rungs of a rate without an interval and without times of single operations. */
public final class Rungs {

    private Rungs() {}

    public static Rung of(int workers, double rate) {
        return new Rung(workers, rate, Optional.empty(), new TreeMap<>());
    }
}
