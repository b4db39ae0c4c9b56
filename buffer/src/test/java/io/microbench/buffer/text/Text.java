// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.text;

import java.util.SplittableRandom;

/** Kinds of text, which differ in the number of UTF-8 bytes per character. */
public enum Text {
    /** Lower-case letters: a byte each. */
    ASCII {
        @Override
        int codePoint(SplittableRandom random) {
            return random.nextInt('a', 'z' + 1);
        }
    },

    /** Lower-case letters: about one in four has an accent and takes two bytes. */
    LATIN {
        @Override
        int codePoint(SplittableRandom random) {
            return random.nextInt(4) == 0 ? random.nextInt('\u00e0', '\u00f7') : random.nextInt('a', 'z' + 1);
        }
    },

    /** Chinese characters: three bytes each. */
    CJK {
        @Override
        int codePoint(SplittableRandom random) {
            return random.nextInt('\u4e00', '\u9fff');
        }
    },

    /** Emoji: two chars, a surrogate pair, and four bytes each. */
    EMOJI {
        @Override
        int codePoint(SplittableRandom random) {
            return random.nextInt(0x1f600, 0x1f650);
        }
    };

    abstract int codePoint(SplittableRandom random);

    /**
     * Draws different texts.
     *
     * @param count the number of texts
     * @param length the length of each text in chars; even, because an emoji takes two
     * @param seed the same seed gives the same texts
     */
    String[] draw(int count, int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder(length);
            while (text.length() < length) {
                text.appendCodePoint(codePoint(random));
            }
            texts[i] = text.toString();
        }
        return texts;
    }
}
