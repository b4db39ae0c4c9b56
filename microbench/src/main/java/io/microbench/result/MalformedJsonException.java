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

    /** Returns where in the text the fault is, {@code " line 3 column 14"}; empty where that is not known. */
    public String place() {
        return place;
    }

    /** Returns what is wrong, without the JSON library's hints to programmers. */
    public String reason() {
        return reason;
    }
}
