// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.MemberPlace;
import java.net.InetSocketAddress;

/** The purposes of a member's ports. */
final class RaftPorts {

    private RaftPorts() {}

    static InetSocketAddress ofMembers(MemberPlace place) {
        return new InetSocketAddress(place.host(), place.ports().get(0));
    }

    static InetSocketAddress ofClients(MemberPlace place) {
        return new InetSocketAddress(place.host(), place.ports().get(1));
    }
}
