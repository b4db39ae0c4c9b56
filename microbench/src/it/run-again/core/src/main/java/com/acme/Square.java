package com.acme;

public final class Square {

    private Square() {}

    public static double root(double of) {
        return Math.sqrt(of);
    }
}
