// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.result.RecordJson;
import io.microbench.store.Durability;
import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import java.nio.file.Path;
import java.util.List;

/**
 * The order to run a member, as it is sent to a node.
 *
 * @param backend the name of the backend
 * @param durability the word of the durability
 * @param number of the member, from 1
 * @param members all members, by number
 * @param folder of the member
 */
record MemberOrder(String backend, String durability, int number, List<MemberPlace> members, String folder) {

    MemberOrder {
        members = List.copyOf(members);
    }

    static MemberOrder of(String backend, MemberStart start) {
        return new MemberOrder(
                backend,
                start.durability().word(),
                start.number(),
                start.members(),
                start.folder().toString());
    }

    static MemberOrder read(String line) {
        return RecordJson.read(line, MemberOrder.class)
                .orElseThrow(() -> new IllegalArgumentException("The order to run a member is empty"));
    }

    String line() {
        return RecordJson.line(this);
    }

    MemberStart start() {
        return new MemberStart(number, members, Path.of(folder), Durability.of(durability));
    }
}
