// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.nio.file.Path;
import java.util.List;

/**
 * The parameters for starting a member of a replicated store.
 *
 * @param number its number, from 1 to the number of members
 * @param members all members, including itself, by number
 * @param folder exists, and belongs to it
 * @param durability one of the backend's durabilities
 */
public record MemberStart(int number, List<MemberPlace> members, Path folder, Durability durability) {

    public MemberStart {
        members = List.copyOf(members);
        if (number < 1 || number > members.size()) {
            throw new IllegalArgumentException("member " + number + " of " + members.size());
        }
    }

    /** Returns the address of the member itself. */
    public MemberPlace own() {
        return members.get(number - 1);
    }
}
