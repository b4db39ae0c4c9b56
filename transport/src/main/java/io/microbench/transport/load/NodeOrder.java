// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.SplittableRandom;

/** Chooses the node for the next message: all nodes in random order, then all in another random order. */
final class NodeOrder {

    private final int[] nodes;
    private final SplittableRandom random;
    private int next;

    /** Creates an order of at least 1 node; the same seed gives the same order. */
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

    /** The shuffle of Fisher and Yates, in Durstenfeld's version. */
    private void shuffle() {
        for (int i = nodes.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = nodes[i];
            nodes[i] = nodes[other];
            nodes[other] = kept;
        }
    }
}
