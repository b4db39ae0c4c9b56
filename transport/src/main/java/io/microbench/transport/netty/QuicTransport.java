// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Endpoint;
import io.microbench.transport.Identity;
import io.microbench.transport.Knob;
import io.microbench.transport.Knobs;
import io.microbench.transport.Options;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.Wire;
import io.netty.handler.codec.quic.Quic;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** QUIC by Netty's codec and quiche, with a stream for each connection and mutual authentication. */
public final class QuicTransport implements Transport {

    @Override
    public String name() {
        return "quic";
    }

    @Override
    public Wire wire() {
        return Wire.UDP;
    }

    @Override
    public Optional<String> unavailable() {
        return Quic.isAvailable() ? Optional.empty() : AbstractNettyTransport.missing(Quic.unavailabilityCause());
    }

    @Override
    public Optional<Identity> newIdentity() {
        return Optional.of(Security.newIdentity());
    }

    @Override
    public Set<Knob> knobs() {
        return EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.EVENT_LOOPS, Knob.MTU, Knob.CONGESTION);
    }

    @Override
    public void check(Knobs asked) {
        // Only checked here; the endpoint uses the result.
        QuicEndpoint.congestion(asked.congestion());
    }

    @Override
    public Endpoint open(Options options) {
        unavailable().ifPresent(reason -> {
            throw new TransportException("The transport quic cannot be used here: " + reason);
        });
        return new QuicEndpoint(options);
    }
}
