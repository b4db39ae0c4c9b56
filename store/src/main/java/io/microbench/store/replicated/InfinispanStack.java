// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import java.util.Locale;
import java.util.stream.Collectors;

/** The protocols of Infinispan's TCP stack, between known addresses and with shorter timeouts. */
final class InfinispanStack {

    private static final int PEERS = 1;

    private InfinispanStack() {}

    static String xml(MemberStart start) {
        String hosts = start.members().stream()
                .map(place -> place.host() + "[" + port(place) + "]")
                .collect(Collectors.joining(","));
        // Suspect events instead of FD_SOCK2, which listens on other ports. Without tcp_nodelay a small message waits
        // up to 40 ms for the acknowledgement of the previous one. Times are in milliseconds.
        return String.format(Locale.ROOT, """
                <config xmlns="urn:org:jgroups">
                  <TCP bind_addr="%s" bind_port="%d" port_range="0" tcp_nodelay="true"
                       enable_suspect_events="true" diag.enabled="false"/>
                  <RED/>
                  <TCPPING initial_hosts="%s" port_range="0"/>
                  <MERGE3 min_interval="1000" max_interval="3000"/>
                  <FD_ALL3 timeout="5000" interval="1000"/>
                  <VERIFY_SUSPECT2 timeout="500"/>
                  <pbcast.NAKACK2 use_mcast_xmit="false"/>
                  <UNICAST3/>
                  <pbcast.STABLE/>
                  <pbcast.GMS join_timeout="1000" print_local_addr="false"/>
                  <UFC/>
                  <MFC/>
                  <FRAG4/>
                </config>
                """, start.own().host(), port(start.own()), hosts);
    }

    private static int port(MemberPlace place) {
        return place.ports().get(PEERS);
    }
}
