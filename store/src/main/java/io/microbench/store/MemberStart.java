// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.nio.file.Path;
import java.util.List;

/**
 * What a member of a replicated store is started with.
 *
 * @param number its own, from 1 to the number of members
 * @param members all of them, itself among them, by number
 * @param folder exists, and belongs to it
 * @param durability one of those of its backend
 */
public record MemberStart(int number, List<MemberPlace> members, Path folder, Durability durability) {

    /** Copies the members. */
    public MemberStart {
        members = List.copyOf(members);
        if (number < 1 || number > members.size()) {
            throw new IllegalArgumentException("member " + number + " of " + members.size());
        }
    }

    /** Returns where the member itself is. */
    public MemberPlace own() {
        return members.get(number - 1);
    }
}
