/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

/** Why a node does not talk to whoever has connected. */
enum Refusal {
    PROTOCOL("another protocol version", "Use the same version of Microbench on all nodes."),
    SECRET("wrong secret", "Give all nodes the same secret."),
    NAME("name taken", "Give each node a name of its own."),
    CERTIFICATE(
            "certificate not trusted", "Each node's trust store must have the certificates, or the authority, of all."),
    STRANGER("no node of Microbench", "Check host and port, and that all nodes have TLS or none.");

    private final String text;
    private final String advice;

    Refusal(String text, String advice) {
        this.text = text;
        this.advice = advice;
    }

    String text() {
        return text;
    }

    String advice() {
        return advice;
    }
}
