// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/** Why a node is no longer a member, as far as the others can know. */
public enum Loss {
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
