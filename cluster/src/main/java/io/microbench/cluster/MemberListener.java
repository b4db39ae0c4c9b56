// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * Receives events of members that join and are lost. The methods are called in the order of events and never
 * concurrently; during a call no other event of the cluster is reported.
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

    /** Why a node is no longer a member, as far as the others can know. */
    enum Loss {
        /** It left. */
        LEFT("left"),
        /** Its connections broke: its process ended or was killed. */
        DIED("its connection broke: the process has ended or was killed"),
        /** Its connections are open, but it is silent: it is frozen, or cut off by the network. */
        SILENT("it is silent: frozen, or cut off by the network"),
        /** This node was cut off, and the others continued without it. */
        SEPARATED("this node was cut off from it");

        private final String text;

        Loss(String text) {
            this.text = text;
        }

        /** Returns the reason as part of a sentence. */
        public String text() {
            return text;
        }
    }
}
