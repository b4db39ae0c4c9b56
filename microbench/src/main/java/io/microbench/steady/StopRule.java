/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.steady;

/** Decides when a fork is warm and when it has been measured long enough. Immutable; may be shared. */
public interface StopRule {

    /** Returns the name by which a command or a setting chooses this rule. */
    String name();

    /** Begins to watch a fork. */
    Watch begin();

    /** Watches one fork; for one thread. */
    interface Watch {

        /** Takes the next iteration and decides; not called again after a decision other than {@link Decision.Continue}. */
        Decision after(Point point);
    }
}
