// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

record Builds(Build baseline, Build candidate) {

    Build of(Side side) {
        return side == Side.BASELINE ? baseline : candidate;
    }

    /** Returns whether both are the same build, measured in two ways. */
    boolean areVariants() {
        return !baseline.settings().equals(candidate.settings());
    }

    String name(Side side) {
        return of(side).name();
    }
}
