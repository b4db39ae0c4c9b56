// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/**
 * The messages that a client sends.
 *
 * @param size bytes of each message, at least 1
 * @param requests the number of messages, at least 1
 * @param inFlight the number of messages in flight on each stream, at least 1
 * @param legs whether each side acknowledges the arrival of a message by a receipt
 * @param streams the number of streams to each node, at least 1
 * @param seed the seed of contents and of the order of nodes
 */
record Workload(int size, long requests, int inFlight, boolean legs, int streams, long seed) {

    Workload withSeed(long other) {
        return new Workload(size, requests, inFlight, legs, streams, other);
    }
}
