// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The members of a replicated store, which can be killed and frozen. They are numbered from 1. */
interface Members extends AutoCloseable {

    /** Returns how many there are. */
    int count();

    /**
     * Returns the member that leads; empty if the store has none, or none is known at the moment.
     *
     * @throws IOException if a member does not answer
     */
    Optional<Integer> leader() throws IOException, InterruptedException;

    /** Kills a member with {@code SIGKILL}; returns when it is gone. */
    void kill(int number);

    /**
     * Starts members that were killed again, all at the same time, with what they left in their folders and on their ports; returns
     * when all take part.
     *
     * @throws IOException if one cannot be started
     */
    void restart(List<Integer> numbers) throws IOException, InterruptedException;

    /**
     * Stops a member with {@code SIGSTOP}.
     *
     * @throws IOException if it runs no more
     */
    void freeze(int number) throws IOException, InterruptedException;

    /**
     * Lets a member that was stopped go on, with {@code SIGCONT}.
     *
     * @throws IOException if it runs no more
     */
    void thaw(int number) throws IOException, InterruptedException;

    /**
     * Connects a client to a member, with the strongest reads of the store.
     *
     * @throws IOException if that fails
     */
    Store connect(int number) throws IOException;

    /** Ends all members; nothing is left of them, in whatever state they are. */
    @Override
    void close();
}
