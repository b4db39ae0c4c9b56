// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.search;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** What is searched, and for what. */
public enum Haystack {
    /** Any bytes: the first one that is looked at nearly always settles it. */
    RANDOM {
        @Override
        byte[] draw(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
    },

    /** The letters a to d: a quarter of all places look right at first, and few for long. */
    FEW_LETTERS {
        @Override
        byte[] draw(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) random.nextInt('a', 'd' + 1);
            }
            return bytes;
        }
    },

    /** The letter a, over and over; looked for are many and a b: every place looks right until the last letter. */
    WORST {
        @Override
        byte[] draw(SplittableRandom random, int length) {
            return "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        byte[] needle(SplittableRandom random, int length) {
            byte[] needle = draw(random, length);
            needle[length - 1] = 'b';
            return needle;
        }
    };

    /** Draws what is searched. */
    abstract byte[] draw(SplittableRandom random, int length);

    /** Draws what it is searched for. */
    byte[] needle(SplittableRandom random, int length) {
        return draw(random, length);
    }
}
