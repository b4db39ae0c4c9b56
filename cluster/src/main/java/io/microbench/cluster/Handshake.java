/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.cluster.HandshakeKey.Ends;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * What two nodes exchange on each connection before JGroups gets to see it. Both prove, by a challenge of the other, that
 * they know the secret; what they send proves nothing on another connection.
 *
 * <p>Both send a magic number, their protocol version and a random number at once. The caller then sends who it is with
 * its proof, and the called node answers the same way, or with a refusal.
 */
final class Handshake {

    /** Changes with what nodes say to one another. */
    static final int PROTOCOL = 1;

    private static final byte[] MAGIC = "MBNODE\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 32;
    private static final int LONGEST = 4096;
    private static final int WELCOME = 0;
    private static final String CALLER = "caller";
    private static final String CALLED = "called";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final HandshakeKey key;
    private final Ends ends;
    private final DataInputStream in;
    private final DataOutputStream out;

    Handshake(HandshakeKey key, Ends ends, InputStream in, OutputStream out) {
        this.key = key;
        this.ends = ends;
        // Unbuffered: what follows the handshake is for JGroups.
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    /** What each side says of itself. */
    record Card(String name, String id, String address) {}

    /**
     * Calls a node.
     *
     * @throws RefusedException if one of the two does not accept the other
     */
    Card call(Card self) throws IOException {
        byte[] nonces = exchangeNonces(true);
        say(CALLER, nonces, self);
        int answer = in.readUnsignedByte();
        if (answer != WELCOME) {
            throw new RefusedException(Refusal.of(answer), readText(in.readUnsignedShort()));
        }
        return listen(CALLED, nonces);
    }

    /**
     * Answers a caller.
     *
     * @param judge tells what speaks against a caller that knows the secret
     * @throws RefusedException if one of the two does not accept the other
     */
    Card answer(Card self, Function<Card, Optional<RefusedException>> judge) throws IOException {
        byte[] nonces = exchangeNonces(false);
        Card caller;
        try {
            caller = listen(CALLER, nonces);
        } catch (RefusedException e) {
            refuse(e.refusal(), "");
            throw e;
        }
        Optional<RefusedException> objection = judge.apply(caller);
        if (objection.isPresent()) {
            RefusedException refused = objection.get();
            refuse(refused.refusal(), refused.detail());
            throw refused;
        }
        out.writeByte(WELCOME);
        say(CALLED, nonces, self);
        return caller;
    }

    private byte[] exchangeNonces(boolean caller) throws IOException {
        byte[] own = new byte[NONCE_BYTES];
        RANDOM.nextBytes(own);
        out.write(ByteBuffer.allocate(MAGIC.length + Integer.BYTES + NONCE_BYTES)
                .put(MAGIC)
                .putInt(key.protocol())
                .put(own)
                .array());
        out.flush();
        byte[] magic = in.readNBytes(MAGIC.length);
        if (magic.length < MAGIC.length) {
            throw new EOFException("the connection was closed");
        }
        if (!Arrays.equals(magic, MAGIC)) {
            throw new RefusedException(Refusal.STRANGER, "");
        }
        int protocol = in.readInt();
        byte[] other = new byte[NONCE_BYTES];
        in.readFully(other);
        if (protocol != key.protocol()) {
            throw new RefusedException(Refusal.PROTOCOL, protocol + ", this one " + key.protocol());
        }
        return ByteBuffer.allocate(2 * NONCE_BYTES)
                .put(caller ? own : other)
                .put(caller ? other : own)
                .array();
    }

    private void say(String side, byte[] nonces, Card card) throws IOException {
        byte[] said = RecordJson.line(card).getBytes(StandardCharsets.UTF_8);
        out.writeShort(said.length);
        out.write(said);
        out.write(key.prove(side, nonces, ends, said));
        out.flush();
    }

    private Card listen(String side, byte[] nonces) throws IOException {
        byte[] said = in.readNBytes(length(in.readUnsignedShort()));
        byte[] proof = in.readNBytes(HandshakeKey.MAC_BYTES);
        if (!key.verifies(proof, side, nonces, ends, said)) {
            throw new RefusedException(Refusal.SECRET, "");
        }
        try {
            return RecordJson.read(new String(said, StandardCharsets.UTF_8), Card.class)
                    .orElseThrow(() -> new RefusedException(Refusal.STRANGER, ""));
        } catch (MalformedJsonException e) {
            throw new RefusedException(Refusal.STRANGER, "");
        }
    }

    private void refuse(Refusal refusal, String detail) throws IOException {
        byte[] text = detail.getBytes(StandardCharsets.UTF_8);
        out.writeByte(refusal.code());
        out.writeShort(Math.min(text.length, LONGEST));
        out.write(text, 0, Math.min(text.length, LONGEST));
        out.flush();
    }

    private String readText(int length) throws IOException {
        return new String(in.readNBytes(length(length)), StandardCharsets.UTF_8);
    }

    private static int length(int announced) throws RefusedException {
        if (announced > LONGEST) {
            throw new RefusedException(Refusal.STRANGER, "");
        }
        return announced;
    }
}
