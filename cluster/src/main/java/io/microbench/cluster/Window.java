/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

/**
 * How much of a conversation may be on its way or unread, in characters: what keeps a slow reader's memory bounded. Each
 * side grants the other one a credit; it grants more as long as its reader has less than a window of whole lines to read.
 * So a side holds at most two windows and one line.
 *
 * <p>Not safe for use by several threads: its conversation has a lock.
 */
final class Window {

    /** Characters that one side may send before the other grants more. */
    static final long SIZE = 1 << 20;

    /** A frame costs something even if its text is empty. */
    private static final int OVERHEAD = 64;

    private long mayBeSent = SIZE;
    private long mayArrive = SIZE;
    private long unread;
    private long owed;

    static long cost(String piece) {
        return piece.length() + (long) OVERHEAD;
    }

    /** Returns whether a piece may be sent now. */
    boolean lets(String piece) {
        return mayBeSent >= cost(piece);
    }

    void sent(String piece) {
        mayBeSent -= cost(piece);
    }

    /** Takes what the other side grants; false if it grants more than can be. */
    boolean granted(long credit) {
        mayBeSent += credit;
        return credit <= SIZE && mayBeSent <= SIZE;
    }

    /** Counts a piece that came in; false if the other side had no credit for it. */
    boolean arrived(String piece) {
        mayArrive -= cost(piece);
        owed += cost(piece);
        return mayArrive >= 0;
    }

    /** Counts a line that can be read now. */
    void whole(String line) {
        unread += cost(line);
    }

    /** Counts a line that was read. */
    void read(String line) {
        unread -= cost(line);
    }

    /** Returns the credit to grant now; 0 for none. */
    long toGrant() {
        if (unread >= SIZE || owed < SIZE / 4) {
            return 0;
        }
        long credit = owed;
        owed = 0;
        mayArrive += credit;
        return credit;
    }
}
