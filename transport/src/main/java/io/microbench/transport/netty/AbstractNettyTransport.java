// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Endpoint;
import io.microbench.transport.Identity;
import io.microbench.transport.Knob;
import io.microbench.transport.Options;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.Wire;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** A transport of byte streams over channels of one kind. */
abstract class AbstractNettyTransport implements Transport {

    private final String name;
    private final Set<Knob> knobs;

    AbstractNettyTransport(String name, Set<Knob> knobs) {
        this.name = name;
        this.knobs = Set.copyOf(knobs);
    }

    /** Returns the kind of channels; called only if the transport is available. */
    abstract ChannelKind kind();

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Set<Knob> knobs() {
        return knobs;
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
    public Optional<Identity> newIdentity() {
        return Optional.empty();
    }

    @Override
    public final Endpoint open(Options options) throws IOException {
        unavailable().ifPresent(reason -> {
            throw new TransportException("The transport " + name + " cannot be used here: " + reason);
        });
        return new NettyEndpoint(this, kind(), options);
    }

    /** Returns why a native library cannot be used, as a clause. */
    static Optional<String> missing(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return Optional.of("its native library cannot be used: " + root);
    }
}
