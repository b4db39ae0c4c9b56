// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * Learns who joins and who is lost. The methods are called by one thread at a time, in the order of events; while one
 * runs, no other event of the cluster is reported.
 */
public interface MemberListener {

    /** Tells that a node has joined; those that were there before this one are told first. */
    default void joined(Member member) {}

    /** Tells that a node is gone. */
    default void lost(Member member, Loss loss) {}

    /**
     * Tells that somebody was not let in.
     *
     * @param address where it called from, as {@code host:port}
     * @param reason why, for a person
     */
    default void refused(String address, String reason) {}
}
