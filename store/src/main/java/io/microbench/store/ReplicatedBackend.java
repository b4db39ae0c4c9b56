// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.Set;

/**
 * A store that is replicated on several members, each on its own node; with one member, it is not replicated.
 *
 * <p>Members and clients listen on loopback, on no other ports than those in their {@link MemberPlace}.
 */
public non-sealed interface ReplicatedBackend extends Backend {

    /** Returns whether a majority has each acknowledged change, with the {@link Durability} of the store. */
    boolean consensus();

    /** Returns the consistencies of look-ups that the backend supports. */
    Set<Reads> reads();

    /** Returns the strongest consistency that the backend supports. */
    default Reads strongestReads() {
        return reads().contains(Reads.LINEARIZABLE) ? Reads.LINEARIZABLE : Reads.LOCAL;
    }

    /** Returns the number of TCP ports of each member, at least 1. */
    int ports();

    /**
     * Starts a member in this JVM, with the data of an earlier one in its folder. Returns when the member is ready; the
     * store answers once a majority is.
     *
     * @throws IOException if it cannot be started, for example because one of its ports is in use; then nothing of it
     *     remains
     */
    Member start(MemberStart start) throws IOException;

    /**
     * Connects the store's own client to one member, which forwards operations to other members as necessary.
     *
     * @param place of that member
     * @param reads one of {@link #reads()}
     * @throws IOException if the client cannot be created; if a member does not answer, operations fail, not this
     *     method
     */
    Store connect(MemberPlace place, Reads reads) throws IOException;
}
