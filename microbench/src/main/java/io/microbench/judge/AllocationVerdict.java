/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

/**
 * Says what became of the bytes that one operation allocates.
 *
 * @param change which way they went
 * @param oldBytes bytes per operation in the old run
 * @param newBytes bytes per operation in the new run
 */
public record AllocationVerdict(Change change, double oldBytes, double newBytes) {

    /** Which way an allocation went. */
    public enum Change {
        LESS,
        SAME,
        MORE
    }
}
