// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisitOrderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 256, 8192, VisitOrder.MAX_SLOTS})
    void visitsEverySlotOncePerPass(int slots) {
        VisitOrder order = VisitOrder.shuffled(slots, 42);
        int[] all = IntStream.range(0, slots).toArray();

        for (int pass = 0; pass < VisitOrder.PASSES; pass++) {
            assertThat(Arrays.stream(pass(order, pass, slots)).sorted().toArray())
                    .as("pass %d", pass)
                    .isEqualTo(all);
        }
    }

    @Test
    void shufflesEveryPass() {
        int slots = 256;
        VisitOrder order = VisitOrder.shuffled(slots, 42);

        assertThat(pass(order, 0, slots)).isNotEqualTo(IntStream.range(0, slots).toArray());
        for (int pass = 1; pass < VisitOrder.PASSES; pass++) {
            assertThat(pass(order, pass, slots)).isNotEqualTo(pass(order, pass - 1, slots));
        }
    }

    /** With one repeated permutation, every lifetime would be exactly as many turns as there are slots. */
    @Test
    void variesLifetimesOfEntries() {
        int slots = 256;
        VisitOrder order = VisitOrder.shuffled(slots, 42);
        int[] lastVisit = new int[slots];
        int[] lives = new int[order.length() - slots];
        for (int turn = 0; turn < order.length(); turn++) {
            int slot = order.at(turn);
            if (turn >= slots) {
                lives[turn - slots] = turn - lastVisit[slot];
            }
            lastVisit[slot] = turn;
        }

        Arrays.sort(lives);
        assertThat(lives[0]).isBetween(1, slots / 4);
        assertThat(lives[lives.length / 2]).isBetween(slots * 9 / 10, slots * 11 / 10);
        assertThat(lives[lives.length - 1]).isBetween(slots * 7 / 4, 2 * slots - 1);
    }

    @Test
    void startsWithEverySlotEquallyOften() {
        int[] first = new int[4];
        for (int seed = 0; seed < 4000; seed++) {
            first[VisitOrder.shuffled(4, seed).at(0)]++;
        }

        // A binomial distribution with n = 4000 and p = 1/4: the standard deviation is 27.4. The bounds are five
        // standard deviations away.
        assertThat(Arrays.stream(first).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(1000 - 137, 1000 + 137));
    }

    @Test
    void derivesOrderFromSeed() {
        int[] order = pass(VisitOrder.shuffled(64, 42), 0, 64);

        assertThat(pass(VisitOrder.shuffled(64, 42), 0, 64)).isEqualTo(order);
        assertThat(pass(VisitOrder.shuffled(64, 43), 0, 64)).isNotEqualTo(order);
    }

    @Test
    void wrapsAroundAfterTableAndOverflow() {
        VisitOrder order = VisitOrder.shuffled(8, 42);

        assertThat(order.at(order.length())).isEqualTo(order.at(0));
        assertThat(order.at(Integer.MAX_VALUE)).isEqualTo(order.at(order.length() - 1));
        assertThat(order.at(Integer.MIN_VALUE)).isEqualTo(order.at(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 1000, 2 * VisitOrder.MAX_SLOTS})
    void rejectsSlotsThatAreNotPowerOfTwo(int slots) {
        assertThatThrownBy(() -> VisitOrder.shuffled(slots, 42))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("slots = " + slots + ": expected a power of two from 1 to 65536");
    }

    private static int[] pass(VisitOrder order, int pass, int slots) {
        return IntStream.range(pass * slots, (pass + 1) * slots).map(order::at).toArray();
    }
}
