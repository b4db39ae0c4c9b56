// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.List;

/**
 * The address of a member of a replicated store.
 *
 * @param number from 1 to the number of members
 * @param host an address of this machine, usually {@code 127.0.0.1}
 * @param ports as many as {@link ReplicatedBackend#ports()}, free when the member is started
 */
public record MemberPlace(int number, String host, List<Integer> ports) {

    public MemberPlace {
        ports = List.copyOf(ports);
    }
}
