// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/**
 * What a client sends.
 *
 * @param size bytes of each message, at least 1
 * @param requests how many messages, at least 1
 * @param inFlight how many are on their way at once on each stream, at least 1
 * @param legs whether each side tells the other that a message has arrived
 * @param streams which it has to each node, at least 1
 * @param seed of contents and of the order of nodes
 */
record Workload(int size, long requests, int inFlight, boolean legs, int streams, long seed) {

    /** Returns the same with another seed. */
    Workload withSeed(long other) {
        return new Workload(size, requests, inFlight, legs, streams, other);
    }
}
