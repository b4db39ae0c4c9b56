// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.SplittableRandom;

/** Which node gets the next message: all of them in random order, then all of them in another one. */
final class NodeOrder {

    private final int[] nodes;
    private final SplittableRandom random;
    private int next;

    /** Orders so many nodes, at least 1; the same seed gives the same order. */
    NodeOrder(int count, long seed) {
        nodes = new int[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = i;
        }
        random = new SplittableRandom(seed);
        next = count;
    }

    int next() {
        if (next == nodes.length) {
            shuffle();
            next = 0;
        }
        return nodes[next++];
    }

    /** The method of Fisher and Yates, as of Durstenfeld. */
    private void shuffle() {
        for (int i = nodes.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = nodes[i];
            nodes[i] = nodes[other];
            nodes[other] = kept;
        }
    }
}
