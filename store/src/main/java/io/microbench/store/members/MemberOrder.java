// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.result.RecordJson;
import io.microbench.store.MemberStart;

/**
 * The order to run a member, as it is sent to a node.
 *
 * @param backend the name of the backend
 * @param start the parameters of the member
 */
record MemberOrder(String backend, MemberStart start) {

    static MemberOrder read(String line) {
        return RecordJson.read(line, MemberOrder.class)
                .orElseThrow(() -> new IllegalArgumentException("The order to run a member is empty"));
    }

    String line() {
        return RecordJson.line(this);
    }
}
