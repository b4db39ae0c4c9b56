/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What both ends of a connection must have in common: the protocol version and the secret. */
final class HandshakeKey {

    static final int MAC_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final int protocol;
    private final SecretKeySpec key;

    HandshakeKey(int protocol, String secret) {
        this.protocol = protocol;
        try {
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            this.key = new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(bytes), ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    int protocol() {
        return protocol;
    }

    /** Proves knowledge of the secret for one connection, one side of it and what that side says. */
    byte[] prove(String side, byte[] nonces, Ends ends, byte[] said) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : new byte[][] {bytes(side), nonces, bytes(ends.text()), said}) {
                mac.update((byte) (part.length >>> 8));
                mac.update((byte) part.length);
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has " + ALGORITHM, e);
        }
    }

    /** Compares a proof in constant time. */
    boolean verifies(byte[] proof, String side, byte[] nonces, Ends ends, byte[] said) {
        return MessageDigest.isEqual(proof, prove(side, nonces, ends, said));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The two ends of a connection. A proof is made for these, so that a process that stands between two nodes, on
     * another port, cannot pass it on. Under TLS they are not named: it leaves no room between, and addresses may be
     * translated on the way.
     */
    record Ends(String text) {

        static final Ends UNNAMED = new Ends("");

        static Ends of(InetSocketAddress caller, InetSocketAddress called) {
            return new Ends(HostPort.text(caller) + ">" + HostPort.text(called));
        }
    }
}
