// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random contents of messages, created before the measurement. The same seed gives the same contents. */
public final class Payloads {

    /** The number of different contents, unless they are large. */
    private static final int MOST = 16;

    private static final int MOST_BYTES = 16 << 20;

    private Payloads() {}

    /** Creates contents of the given number of bytes, at least 1. They must not be changed. */
    public static List<byte[]> of(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> made = new ArrayList<>();
        for (int i = 0; i < count(size); i++) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            made.add(bytes);
        }
        return List.copyOf(made);
    }

    /** Returns the number of different contents of a size. */
    public static int count(int size) {
        return Math.max(1, Math.min(MOST, MOST_BYTES / size));
    }
}
