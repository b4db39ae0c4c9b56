// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.store.members.MembersPlan.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreePortsTest {

    @Test
    void returnsDifferentFreePorts() throws IOException {
        List<Integer> ports = FreePorts.find(9);

        assertThat(ports).hasSize(9).doesNotHaveDuplicates();
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int port : ports) {
                sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void rejectsTooManyPorts() {
        assertThatThrownBy(() -> FreePorts.find(20_000))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("20000 free TCP ports from 20000 to 32000 are needed on loopback, but only ");
    }
}
