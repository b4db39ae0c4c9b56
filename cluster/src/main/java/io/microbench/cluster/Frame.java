// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.RemoteFailure;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A message between two nodes, usually within a conversation, encoded as a JSON object in UTF-8.
 *
 * @param kind its kind
 * @param conversation id, chosen by the opener
 * @param byOpener whether it comes from the opener
 * @param name the service for {@code OPEN}, else empty
 * @param text the arguments for {@code OPEN}, the line for {@code LINE}, else empty
 * @param characters the cost of the lines that were read, for {@code READ}, else 0
 * @param failure why the sender ends the conversation, for {@code FAIL}
 */
record Frame(
        Kind kind,
        String conversation,
        boolean byOpener,
        String name,
        String text,
        long characters,
        Optional<RemoteFailure> failure) {

    /** Kinds of frames. */
    enum Kind {
        OPEN,
        LINE,
        /** Lines were read; allows the other side to send more lines, up to this cost. */
        READ,
        CLOSE,
        FAIL,
        /** The conversation does not exist here. */
        GONE,
        LEAVE,
        /** The frame {@code LEAVE} was read. */
        LEAVE_READ
    }

    static Frame open(String conversation, String service, String arguments) {
        return new Frame(Kind.OPEN, conversation, true, service, arguments, 0, Optional.empty());
    }

    static Frame line(String conversation, boolean byOpener, String text) {
        return new Frame(Kind.LINE, conversation, byOpener, "", text, 0, Optional.empty());
    }

    /** Returns whether the frame only checks the existence of the conversation, without reporting lines as read. */
    boolean isQuestion() {
        return kind == Kind.READ && characters == 0;
    }

    static Frame read(String conversation, boolean byOpener, long characters) {
        return new Frame(Kind.READ, conversation, byOpener, "", "", characters, Optional.empty());
    }

    static Frame fail(String conversation, boolean byOpener, RemoteFailure failure) {
        return new Frame(Kind.FAIL, conversation, byOpener, "", "", 0, Optional.of(failure));
    }

    static Frame of(Kind kind, String conversation, boolean byOpener) {
        return new Frame(kind, conversation, byOpener, "", "", 0, Optional.empty());
    }

    byte[] bytes() {
        return RecordJson.line(this).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses a frame.
     *
     * @throws IllegalArgumentException if the bytes are not a frame; nodes of the same version send only frames
     */
    static Frame of(byte[] bytes, int offset, int length) {
        try {
            return RecordJson.read(new String(bytes, offset, length, StandardCharsets.UTF_8), Frame.class)
                    .orElseThrow();
        } catch (MalformedJsonException e) {
            throw new IllegalArgumentException("not a frame: " + e.getMessage(), e);
        }
    }
}
