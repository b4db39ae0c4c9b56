// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

/**
 * Messages of one stream that are measured.
 *
 * @param sent by the client
 * @param arrived at the nodes, as they have counted; where they were not asked, as many as came back
 * @param back at the client, as they were or not
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
