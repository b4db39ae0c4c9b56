// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/** Thrown when a text is not JSON, not JSON of the wanted type, or breaks a rule of its schema. */
public final class MalformedJsonException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String place;
    private final String reason;

    MalformedJsonException(String place, String reason, Throwable cause) {
        super(reason, cause);
        this.place = place;
        this.reason = reason;
    }

    /** Returns the position of the error in the text, {@code " line 3 column 14"}; empty if it is unknown. */
    public String place() {
        return place;
    }

    /** Returns the error message, without the JSON library's hints to programmers. */
    public String reason() {
        return reason;
    }
}
