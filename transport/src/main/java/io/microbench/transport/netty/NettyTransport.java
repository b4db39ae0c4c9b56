// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.process.TemporaryFolders;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Options;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Transport;
import io.microbench.transport.Transport.Wire;
import io.microbench.transport.TransportException;
import io.microbench.transport.TransportSettings.TransportSetting;
import io.microbench.transport.netty.NettyEndpoint.ChannelKind;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A transport of byte streams over channels of one kind. */
abstract class NettyTransport implements Transport {

    private static final Set<TransportSetting> TCP = EnumSet.of(
            TransportSetting.SEND_BUFFER,
            TransportSetting.RECEIVE_BUFFER,
            TransportSetting.NAGLE,
            TransportSetting.EVENT_LOOPS);

    private static final ChannelKind.Addresses INTERNET = new InternetAddresses();

    private final String name;
    private final Set<TransportSetting> knobs;
    private final Supplier<ChannelKind> kind;

    /**
     * Creates a transport.
     *
     * @param kind supplies the kind of channels; called only if the transport is available
     */
    NettyTransport(String name, Set<TransportSetting> knobs, Supplier<ChannelKind> kind) {
        this.name = name;
        this.knobs = Set.copyOf(knobs);
        this.kind = kind;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Set<TransportSetting> knobs() {
        return knobs;
    }

    @Override
    public Wire wire() {
        return Wire.TCP;
    }

    @Override
    public final Endpoint open(Options options) throws IOException {
        unavailable().ifPresent(reason -> {
            throw new TransportException("The transport " + name + " cannot be used here: " + reason);
        });
        return new NettyEndpoint(this, kind.get(), options);
    }

    /** Returns why a native library cannot be used, as a clause. */
    static Optional<String> missing(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return Optional.of("its native library cannot be used: " + root);
    }

    /** Non-blocking TCP sockets of the JDK. */
    public static final class NioTransport extends NettyTransport {

        public NioTransport() {
            super(
                    "nio",
                    TCP,
                    () -> new ChannelKind(
                            NioIoHandler::newFactory, NioServerSocketChannel.class, NioSocketChannel.class, INTERNET));
        }
    }

    /** TCP sockets with Linux's epoll. */
    public static final class EpollTransport extends NettyTransport {

        public EpollTransport() {
            super(
                    "epoll",
                    TCP,
                    () -> new ChannelKind(
                            EpollIoHandler::newFactory,
                            EpollServerSocketChannel.class,
                            EpollSocketChannel.class,
                            INTERNET));
        }

        @Override
        public Optional<String> unavailable() {
            return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
        }
    }

    /** TCP sockets with Linux's io_uring. */
    public static final class UringTransport extends NettyTransport {

        public UringTransport() {
            super(
                    "io_uring",
                    TCP,
                    () -> new ChannelKind(
                            IoUringIoHandler::newFactory,
                            IoUringServerSocketChannel.class,
                            IoUringSocketChannel.class,
                            INTERNET));
        }

        @Override
        public Optional<String> unavailable() {
            return IoUring.isAvailable() ? Optional.empty() : missing(IoUring.unavailabilityCause());
        }
    }

    /** Non-blocking TCP sockets with TLS 1.3 by the JDK and mutual authentication. */
    public static final class TlsTransport extends NettyTransport {

        public TlsTransport() {
            super(
                    "tls",
                    EnumSet.of(
                            TransportSetting.SEND_BUFFER,
                            TransportSetting.RECEIVE_BUFFER,
                            TransportSetting.NAGLE,
                            TransportSetting.EVENT_LOOPS,
                            TransportSetting.CIPHER),
                    () -> new ChannelKind(
                            NioIoHandler::newFactory, NioServerSocketChannel.class, NioSocketChannel.class, INTERNET));
        }

        @Override
        public Optional<Identity> newIdentity() {
            return Optional.of(Security.newIdentity());
        }
    }

    /** Unix domain sockets with Linux's epoll, between processes of one machine. */
    public static final class DomainTransport extends NettyTransport {

        public DomainTransport() {
            super(
                    "uds",
                    EnumSet.of(TransportSetting.SEND_BUFFER, TransportSetting.EVENT_LOOPS),
                    () -> new ChannelKind(
                            EpollIoHandler::newFactory,
                            EpollServerDomainSocketChannel.class,
                            EpollDomainSocketChannel.class,
                            new FileAddresses()));
        }

        @Override
        public Wire wire() {
            return Wire.UNIX;
        }

        @Override
        public Optional<String> unavailable() {
            return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
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

    /** Netty's channels within this JVM: shows the cost of messages without the operating system. */
    public static final class LocalTransport extends NettyTransport {

        public LocalTransport() {
            super(
                    "local",
                    EnumSet.of(TransportSetting.EVENT_LOOPS),
                    () -> new ChannelKind(
                            LocalIoHandler::newFactory,
                            LocalServerChannel.class,
                            LocalChannel.class,
                            new LocalAddresses()));
        }

        @Override
        public Wire wire() {
            return Wire.MEMORY;
        }

        /** Addresses that are names within this JVM. */
        private static final class LocalAddresses implements ChannelKind.Addresses {
            @Override
            public SocketAddress any() {
                // The constructor with a class is not used, because users would see the name of the class.
                return new LocalAddress("localaddresses/" + UUID.randomUUID());
            }

            @Override
            public String text(SocketAddress address) {
                return ((LocalAddress) address).id();
            }

            @Override
            public SocketAddress parse(String text) {
                return new LocalAddress(text);
            }
        }
    }

    /** Addresses that are hosts and ports; listens on the loopback interface only. */
    private static final class InternetAddresses implements ChannelKind.Addresses {

        @Override
        public SocketAddress any() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }

        @Override
        public String text(SocketAddress address) {
            return TransportAddress.text((InetSocketAddress) address);
        }

        @Override
        public SocketAddress parse(String text) throws IOException {
            return TransportAddress.parse(text);
        }
    }
}
