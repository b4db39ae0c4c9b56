// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/**
 * The measured messages of one stream.
 *
 * @param sent by the client
 * @param arrived at the nodes, by their count; without reports, the number that came back
 * @param back at the client, changed or unchanged
 */
record Transfer(long sent, long arrived, long back) {

    static final Transfer NONE = new Transfer(0, 0, 0);

    Transfer plus(Transfer other) {
        return new Transfer(sent + other.sent, arrived + other.arrived, back + other.back);
    }

    Transfer minus(Transfer earlier) {
        return new Transfer(sent - earlier.sent, arrived - earlier.arrived, back - earlier.back);
    }
}
