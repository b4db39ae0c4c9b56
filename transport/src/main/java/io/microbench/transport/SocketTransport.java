// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Blocking TCP sockets of the JDK, with a thread for each connection. */
public final class SocketTransport implements Transport {

    @Override
    public String name() {
        return "socket";
    }

    @Override
    public Wire wire() {
        return Wire.TCP;
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.empty();
    }

    @Override
    public Set<Knob> knobs() {
        return EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.NAGLE);
    }

    @Override
    public Endpoint open(Options options) {
        return new SocketEndpoint(options);
    }
}
