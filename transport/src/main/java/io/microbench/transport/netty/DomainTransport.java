// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.process.TemporaryFolders;
import io.microbench.transport.Knob;
import io.microbench.transport.Wire;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Unix domain sockets with Linux's epoll, between processes of one machine. */
public final class DomainTransport extends AbstractNettyTransport {

    public DomainTransport() {
        super("uds", EnumSet.of(Knob.SEND_BUFFER, Knob.EVENT_LOOPS));
    }

    @Override
    public Wire wire() {
        return Wire.UNIX;
    }

    @Override
    public Optional<String> unavailable() {
        return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                EpollIoHandler::newFactory,
                EpollServerDomainSocketChannel.class,
                EpollDomainSocketChannel.class,
                false,
                new FileAddresses());
    }

    /** Addresses that are files in separate temporary folders, which only this user may enter. */
    private static final class FileAddresses implements ChannelKind.Addresses {
        private final Map<String, Path> folders = new ConcurrentHashMap<>();

        @Override
        public SocketAddress any() throws IOException {
            Path folder = TemporaryFolders.create();
            folders.put(folder.resolve("socket").toString(), folder);
            return new DomainSocketAddress(folder.resolve("socket").toString());
        }

        @Override
        public String text(SocketAddress address) {
            return ((DomainSocketAddress) address).path();
        }

        @Override
        public SocketAddress parse(String text) {
            return new DomainSocketAddress(text);
        }

        @Override
        public void free(SocketAddress address) {
            Path folder = folders.remove(text(address));
            if (folder != null) {
                TemporaryFolders.remove(folder);
            }
        }
    }
}
