// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/**
 * A node of a cluster, from its join to its end; a restarted node is another member.
 *
 * @param name its name, unique among the members
 * @param address where it listens, as {@code host:port}
 * @param id distinguishes it from earlier and later members of the same name
 */
public record Member(String name, String address, String id) {

    @Override
    public String toString() {
        return name + " (" + address + ")";
    }
}
