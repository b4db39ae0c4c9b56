// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * A node of a cluster, from joining to leaving. A restarted node is a new member.
 *
 * @param name its name, unique among the members
 * @param address the address on which it listens, as {@code host:port}
 * @param id the id, which distinguishes members that had the same name at different times
 */
public record Member(String name, String address, String id) {

    @Override
    public String toString() {
        return name + " (" + address + ")";
    }
}
