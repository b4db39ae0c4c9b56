// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import java.util.SplittableRandom;

/**
 * The shuffled order in which a benchmark visits its slots, generated before the measurement.
 *
 * <p>A random number per operation would cost as much as many of the measured operations, and a plain counter would let
 * the hardware prefetch data for which a real program has to wait. So the order is drawn in advance, from a seed, into
 * a table whose length is a power of two, which the timed code indexes by a masked counter.
 *
 * <p>The table holds {@value #PASSES} permutations of all slots, one after the other, each shuffled separately
 * (Fisher-Yates; Durstenfeld, CACM 7(7), 1964, Algorithm 235). Every pass visits every slot exactly once. One repeated
 * permutation would do that too, but then the content of a slot would live for exactly as many turns as there are
 * slots: first in, first out, the easiest order for an allocator. With a new permutation per pass, an entry lives for
 * between one turn and twice the number of slots, and the median is about the number of slots.
 */
public final class VisitOrder {

    /** The largest number of slots: an entry is a {@code char}, which keeps the largest table at 2 MiB. */
    public static final int MAX_SLOTS = 1 << 16;

    /** The number of permutations in the table; a power of two. */
    static final int PASSES = 16;

    private final char[] table;

    private VisitOrder(char[] table) {
        this.table = table;
    }

    /**
     * Generates a random order.
     *
     * @param slots the number of slots: a power of two from 1 to {@value #MAX_SLOTS}
     * @param seed the same seed gives the same order, on every JVM
     * @return the order, immutable and thus safe to share between threads
     * @throws IllegalArgumentException if {@code slots} is not a power of two in this range
     */
    public static VisitOrder shuffled(int slots, long seed) {
        if (Integer.bitCount(slots) != 1 || slots < 1 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException("slots = " + slots + ": expected a power of two from 1 to " + MAX_SLOTS);
        }
        SplittableRandom random = new SplittableRandom(seed);
        char[] table = new char[slots * PASSES];
        for (int start = 0; start < table.length; start += slots) {
            shuffleInto(table, start, slots, random);
        }
        return new VisitOrder(table);
    }

    private static void shuffleInto(char[] table, int start, int slots, SplittableRandom random) {
        for (int i = 0; i < slots; i++) {
            int swap = random.nextInt(i + 1);
            table[start + i] = table[start + swap];
            table[start + swap] = (char) i;
        }
    }

    /**
     * Returns the slot to visit at a turn. Costs a mask and a load; every {@code int} is a turn, so a counter may
     * overflow.
     *
     * @param turn a counter that the caller keeps, preferably in a JMH state object, which is padded against false
     *     sharing
     * @return a slot, from 0 to one less than the number of slots
     */
    public int at(int turn) {
        return table[turn & (table.length - 1)];
    }

    /** Returns the number of turns after which the order repeats. */
    int length() {
        return table.length;
    }
}
