package com.acme;

public final class Checksum {

    private Checksum() {}

    public static int of(byte[] bytes) {
        int sum = 0;
        for (byte b : bytes) {
            sum = 31 * sum + b;
        }
        return sum;
    }
}
