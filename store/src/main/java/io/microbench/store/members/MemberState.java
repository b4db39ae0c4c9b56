// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.List;
import java.util.Optional;

/**
 * The state of a member at a moment.
 *
 * @param leads as {@link io.microbench.store.Member#leads}
 * @param forces as {@link io.microbench.store.Member#forces}
 * @param diskBytes the size of the files in its folder
 * @param pids the ids of its node's process and of its processes outside
 */
public record MemberState(Optional<Boolean> leads, Optional<Long> forces, long diskBytes, List<Long> pids) {

    public MemberState {
        pids = List.copyOf(pids);
    }
}
