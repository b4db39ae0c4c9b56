/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.util.Arrays;

/** Why a node does not talk to whoever has connected. */
enum Refusal {
    PROTOCOL(1, "another protocol version", "Use the same version of Microbench on all nodes."),
    SECRET(2, "wrong secret", "Give all nodes the same secret."),
    NAME(3, "name taken", "Give each node a name of its own."),
    CERTIFICATE(
            4,
            "certificate not trusted",
            "Each node's trust store must have the certificates, or the authority, of all."),
    STRANGER(5, "no node of Microbench", "Check host and port, and that all nodes have TLS or none.");

    private final int code;
    private final String text;
    private final String advice;

    Refusal(int code, String text, String advice) {
        this.code = code;
        this.text = text;
        this.advice = advice;
    }

    /** Returns the refusal that is sent as a number; one that this version does not know is a stranger's. */
    static Refusal of(int code) {
        return Arrays.stream(values())
                .filter(refusal -> refusal.code == code)
                .findFirst()
                .orElse(STRANGER);
    }

    /** Returns the number that is sent; 0 is none. */
    int code() {
        return code;
    }

    String text() {
        return text;
    }

    String advice() {
        return advice;
    }
}
