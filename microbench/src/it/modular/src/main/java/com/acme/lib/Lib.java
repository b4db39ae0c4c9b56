package com.acme.lib;

/** A library. */
public final class Lib {

    private Lib() {}

    /** Returns the sum of the squares of both numbers. */
    public static int squares(int a, int b) {
        return a * a + b * b;
    }
}
