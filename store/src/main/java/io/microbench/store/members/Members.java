// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The members of a replicated store, numbered from 1. They can be killed and frozen. */
interface Members extends AutoCloseable {

    int count();

    /**
     * Returns the number of the leader; empty if the store has no leader, or it is currently unknown.
     *
     * @throws IOException if a member does not answer
     */
    Optional<Integer> leader() throws IOException, InterruptedException;

    /** Kills a member with {@code SIGKILL}, and returns when it has ended. */
    void kill(int number);

    /**
     * Restarts killed members at the same time, with the same folders and ports, and returns when all are ready.
     *
     * @throws IOException if one cannot be started
     */
    void restart(List<Integer> numbers) throws IOException, InterruptedException;

    /**
     * Stops a member with {@code SIGSTOP}.
     *
     * @throws IOException if it no longer runs
     */
    void freeze(int number) throws IOException, InterruptedException;

    /**
     * Resumes a stopped member with {@code SIGCONT}.
     *
     * @throws IOException if it no longer runs
     */
    void thaw(int number) throws IOException, InterruptedException;

    /** Connects a client to a member, with the strongest consistency of reads that the store supports. */
    Store connect(int number) throws IOException;

    /** Stops all members, in any state, and releases their resources. */
    @Override
    void close();
}
