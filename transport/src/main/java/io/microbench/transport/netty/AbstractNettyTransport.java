/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.netty;

import io.microbench.transport.Endpoint;
import io.microbench.transport.Identity;
import io.microbench.transport.Options;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportException;
import io.microbench.transport.Wire;
import java.io.IOException;
import java.util.Optional;

/** A transport of byte streams over channels of one kind. */
abstract class AbstractNettyTransport implements Transport {

    private final String name;

    AbstractNettyTransport(String name) {
        this.name = name;
    }

    /** Returns the channels; asked only where the transport is available. */
    abstract ChannelKind kind();

    @Override
    public final String name() {
        return name;
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
        return new NettyEndpoint(name, kind(), options);
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
