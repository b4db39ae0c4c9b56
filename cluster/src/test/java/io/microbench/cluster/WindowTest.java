/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowTest {

    private static final String PIECE = "x".repeat(Frame.LONGEST_TEXT);
    private static final long FIT = Window.SIZE / Window.cost(PIECE);

    private final Window sender = new Window();
    private final Window reader = new Window();

    private long pass() {
        long count = 0;
        while (sender.lets(PIECE)) {
            sender.sent(PIECE);
            assertThat(reader.arrived(PIECE)).isTrue();
            count++;
        }
        return count;
    }

    @Test
    void whatIsNotReadHoldsTheSenderUpUntilItIs() {
        assertThat(pass()).isEqualTo(FIT);
        String line = PIECE.repeat((int) FIT + 1);
        reader.whole(line);
        assertThat(reader.toGrant()).isZero();

        reader.read(line);

        assertThat(sender.granted(reader.toGrant())).isTrue();
        assertThat(pass()).isEqualTo(FIT);
    }

    @Test
    void aLineLongerThanTheWindowIsNotHeldUpByItself() {
        for (int i = 0; i < 100; i++) {
            assertThat(pass()).isPositive();
            assertThat(sender.granted(reader.toGrant())).isTrue();
        }
    }

    @Test
    void aSenderWithoutCreditAndAReaderThatGrantsTooMuchAreNoticed() {
        pass();

        assertThat(reader.arrived(PIECE)).isFalse();
        assertThat(sender.granted(Window.SIZE + 1)).isFalse();
    }

    @Test
    void emptyLinesAreNotFree() {
        Window window = new Window();
        long sent = 0;
        while (window.lets("")) {
            window.sent("");
            sent++;
        }

        assertThat(sent).isLessThan(Window.SIZE / 10);
    }
}
