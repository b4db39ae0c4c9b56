/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What nodes send to one another within conversations, as one JSON object in UTF-8.
 *
 * @param kind what it says
 * @param conversation id that the opener gave
 * @param byOpener whether it comes from the side that opened
 * @param sequence counts the frames of kind {@code LINE} of one side from 0; the credit for {@code CREDIT}; else 0
 * @param name the service for {@code OPEN}, else empty
 * @param text the arguments for {@code OPEN}, a piece of a line for {@code LINE}, a failure as JSON for {@code FAIL}
 * @param more whether another piece of the same line follows
 */
record Frame(Kind kind, String conversation, boolean byOpener, long sequence, String name, String text, boolean more) {

    /** Kinds of frames. */
    enum Kind {
        OPEN,
        LINE,
        CREDIT,
        CLOSE,
        FAIL,
        /** The conversation is not known here. */
        GONE,
        /** The node leaves. */
        LEAVE,
        /** The frame {@code LEAVE} was read. */
        LEAVE_READ
    }

    /** Characters of a text in one frame; in JSON one of them may take six bytes. */
    static final int LONGEST_TEXT = 16_384;

    /** The longest is a failure, of which each character may take seven bytes as JSON within JSON. */
    static final int LONGEST_BYTES = 1 << 19;

    private static final int LONGEST_ID = 64;

    static Frame open(String conversation, String service, String arguments) {
        return new Frame(Kind.OPEN, conversation, true, 0, service, arguments, false);
    }

    static Frame line(String conversation, boolean byOpener, long sequence, String text, boolean more) {
        return new Frame(Kind.LINE, conversation, byOpener, sequence, "", text, more);
    }

    static Frame credit(String conversation, boolean byOpener, long characters) {
        return new Frame(Kind.CREDIT, conversation, byOpener, characters, "", "", false);
    }

    static Frame fail(String conversation, boolean byOpener, RemoteFailure failure) {
        return new Frame(Kind.FAIL, conversation, byOpener, 0, "", RecordJson.line(failure), false);
    }

    static Frame of(Kind kind, String conversation, boolean byOpener) {
        return new Frame(kind, conversation, byOpener, 0, "", "", false);
    }

    byte[] bytes() {
        return RecordJson.line(this).getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a frame; empty for bytes that are none. */
    static Optional<Frame> read(byte[] bytes, int offset, int length) {
        if (length > LONGEST_BYTES) {
            return Optional.empty();
        }
        try {
            String json = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
            return RecordJson.read(json, Frame.class).filter(Frame::isSound);
        } catch (CharacterCodingException | MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private boolean isSound() {
        return conversation.length() <= LONGEST_ID && sequence >= 0;
    }
}
