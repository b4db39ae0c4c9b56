// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.search;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** The searched bytes, and the sequence to find. */
public enum Haystack {
    /** Random bytes: the first compared byte nearly always differs. */
    RANDOM {
        @Override
        byte[] draw(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }
    },

    /** The letters a to d: a quarter of all positions match at first, and few for long. */
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

    /** The letter a only, searched for several a's and a b: every position matches until the last letter. */
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

    /** Draws the searched bytes. */
    abstract byte[] draw(SplittableRandom random, int length);

    /** Draws the sequence to find. */
    byte[] needle(SplittableRandom random, int length) {
        return draw(random, length);
    }
}
