// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Set;

/**
 * A store whose contents several members hold, each on a node of its own; with one member, it is the same store without replication.
 *
 * <p>Members and clients listen on loopback, on no other ports than those in their {@link MemberPlace}.
 */
public non-sealed interface ReplicatedBackend extends Backend {

    /** Returns whether a change is acknowledged only when a majority of the members has it, with the {@link Durability} of the store. */
    boolean consensus();

    /** Returns what its look-ups can promise. */
    Set<Reads> reads();

    /** Returns the reads that promise most of those it has. */
    default Reads strongestReads() {
        return reads().contains(Reads.LINEARIZABLE) ? Reads.LINEARIZABLE : Reads.LOCAL;
    }

    /** Returns how many TCP ports each member needs, at least 1. */
    int ports();

    /**
     * Starts a member in this JVM, with what an earlier one of the same number left in its folder. Returns when it takes part; the store
     * answers once a majority does.
     *
     * @throws IOException if it cannot be started, for example because one of its ports is in use; nothing is left of it then
     */
    Member start(MemberStart start) throws IOException;

    /**
     * Connects the store's own client to one member. What is done through it counts as done by the store: the member passes it on to
     * others as it has to.
     *
     * @param place of that member
     * @param reads one of {@link #reads()}
     * @throws IOException if the client cannot be made; a member that does not answer makes operations fail, not this
     */
    Store connect(MemberPlace place, Reads reads) throws IOException;
}
