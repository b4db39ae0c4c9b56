// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * Receives events of members that join and are lost. The methods are never called concurrently, and in the order of
 * events; during a call no other event of the cluster is reported.
 */
public interface MemberListener {

    /** Reports that a node has joined; nodes that joined before this one are reported first. */
    default void joined(Member member) {}

    /** Reports that a node is lost. */
    default void lost(Member member, Loss loss) {}

    /**
     * Reports a refused caller.
     *
     * @param address the address of the caller, as {@code host:port}
     * @param reason why, as text for the user
     */
    default void refused(String address, String reason) {}
}
