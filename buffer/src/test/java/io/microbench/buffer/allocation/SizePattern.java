// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.allocation;

import java.util.SplittableRandom;

/** The pattern of the requested sizes. */
public enum SizePattern {
    /** From 513 to 640 bytes, which is one size class of the pooled allocator. */
    WITHIN_CLASS {
        @Override
        int draw(SplittableRandom random) {
            return random.nextInt(513, 641);
        }
    },

    /** From 16 bytes to 64 KiB, each power of two with the same probability. */
    ACROSS_CLASSES {
        @Override
        int draw(SplittableRandom random) {
            return (int) (16 * Math.pow(4096, random.nextDouble()));
        }
    },

    /** 90 % from 64 to 512 bytes, 9 % of 4 KiB, 1 % of 64 KiB; not recorded from a program. */
    MOSTLY_SMALL {
        @Override
        int draw(SplittableRandom random) {
            int percent = random.nextInt(100);
            return percent < 90 ? random.nextInt(64, 513) : percent < 99 ? 4 << 10 : 64 << 10;
        }
    };

    abstract int draw(SplittableRandom random);

    /** Draws sizes; the same seed gives the same ones. */
    int[] draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] sizes = new int[count];
        for (int i = 0; i < count; i++) {
            sizes[i] = draw(random);
        }
        return sizes;
    }
}
