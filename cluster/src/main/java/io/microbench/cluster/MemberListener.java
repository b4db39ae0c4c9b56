// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * Receives events about members that join or are lost. The methods are called in the order of events, never
 * concurrently.
 */
public interface MemberListener {

    /** Reports that a node has joined. Nodes that joined before this node are reported first. */
    default void joined(Member member) {}

    /** Reports that a node is lost. */
    default void lost(Member member, Loss loss) {}

    /**
     * Reports a refused connection.
     *
     * @param address the address of the caller, as {@code host:port}
     * @param reason the reason for the refusal, as text for the user
     */
    default void refused(String address, String reason) {}

    /** Why a node is no longer a member, as far as other nodes can determine. */
    enum Loss {
        /** It left. */
        LEFT("left"),
        /** Its connections broke: its process ended or was killed. */
        DIED("its connection broke: the process has ended or was killed"),
        /** Its connections are open but nothing is received: it is frozen, or cut off by the network. */
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
