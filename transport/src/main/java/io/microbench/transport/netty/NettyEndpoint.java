// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Echo;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Fact;
import io.microbench.transport.Options;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportSettings;
import io.microbench.transport.TransportSettings.TransportSetting;
import io.microbench.transport.netty.FrameHandler.ChannelFacts;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.net.ssl.SSLSession;

/** An endpoint with channels of one kind and its own event loops. */
final class NettyEndpoint implements Endpoint {

    private static final int LEAST_READ = 2048;
    private static final int MOST_READ = 65_536;

    private final Set<TransportSetting> has;
    private final ChannelKind kind;
    private final Options options;
    private final Optional<Security> security;
    private final EventLoopGroup loops;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final LongAdder garbage = new LongAdder();
    private Optional<SocketAddress> listening = Optional.empty();

    NettyEndpoint(Transport transport, ChannelKind kind, Options options) throws IOException {
        has = transport.knobs();
        this.kind = kind;
        this.options = options;
        security = has.contains(TransportSetting.CIPHER) ? Optional.of(Security.of(options)) : Optional.empty();
        loops = new MultiThreadIoEventLoopGroup(
                options.knobs().eventLoops(),
                new DefaultThreadFactory("transport-" + transport.name(), true),
                kind.io().get());
    }

    @Override
    public String listen() throws IOException {
        SocketAddress address = kind.addresses().any();
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(kind.server())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare(channel, security.map(Security::server), Optional.empty(), new Echo(garbage));
                    }
                });
        socketOptions().forEach((option, value) -> child(server, option, value));
        if (has.contains(TransportSetting.RECEIVE_BUFFER) && options.knobs().receiveBuffer() > 0) {
            // The size is set before a connection is accepted, because its window is negotiated then.
            server.option(ChannelOption.SO_RCVBUF, options.knobs().receiveBuffer());
        }
        ChannelFuture bound = server.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            kind.addresses().free(address);
            throw new IOException(
                    "Cannot listen at " + address + ": " + bound.cause().getMessage(), bound.cause());
        }
        open.add(bound.channel());
        listening = Optional.of(address);
        return kind.addresses().text(bound.channel().localAddress());
    }

    @Override
    public Connection connect(String address, Receiver receiver) throws IOException {
        SocketAddress remote = kind.addresses().parse(address);
        long millis = options.connectDeadline().toMillis();
        Bootstrap client = new Bootstrap()
                .group(loops)
                .channel(kind.client())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(millis))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        prepare(channel, security.map(Security::client), Optional.of(remote), receiver);
                    }
                });
        socketOptions().forEach((option, value) -> client.option(cast(option), value));
        ChannelFuture connected = client.connect(remote).awaitUninterruptibly();
        Channel channel = connected.channel();
        if (!connected.isSuccess()) {
            throw failed(address, connected.cause());
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null && !tls.handshakeFuture().awaitUninterruptibly().isSuccess()) {
            channel.close().awaitUninterruptibly();
            throw failed(address, tls.handshakeFuture().cause());
        }
        return channel.pipeline().get(FrameHandler.class);
    }

    private static IOException failed(String address, Throwable cause) {
        return new IOException("Cannot connect to " + address + ": " + cause.getMessage(), cause);
    }

    private void prepare(Channel channel, Optional<SslContext> tls, Optional<SocketAddress> remote, Receiver receiver) {
        open.add(channel);
        tls.ifPresent(context -> {
            SslHandler handler = Security.handler(context, channel, remote);
            handler.setHandshakeTimeoutMillis(options.connectDeadline().toMillis());
            channel.pipeline().addLast(handler);
        });
        channel.pipeline()
                .addLast(new FrameHandler(
                        channel, receiver, options.longest(), new StreamFacts(channel, has, options.knobs())));
    }

    private Map<ChannelOption<?>, Object> socketOptions() {
        Map<ChannelOption<?>, Object> chosen = new LinkedHashMap<>();
        TransportSettings knobs = options.knobs();
        // A buffer that adapted to small frames would be filled by one frame, and Netty would then read again.
        chosen.put(
                ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(LEAST_READ, LEAST_READ, MOST_READ));
        if (has.contains(TransportSetting.NAGLE)) {
            chosen.put(ChannelOption.TCP_NODELAY, !knobs.nagle());
        }
        if (knobs.sendBuffer() > 0) {
            chosen.put(ChannelOption.SO_SNDBUF, knobs.sendBuffer());
        }
        if (knobs.receiveBuffer() > 0) {
            chosen.put(ChannelOption.SO_RCVBUF, knobs.receiveBuffer());
        }
        return chosen;
    }

    private static void child(ServerBootstrap server, ChannelOption<?> option, Object value) {
        server.childOption(cast(option), value);
    }

    @SuppressWarnings("unchecked") // Each value in the map above has the type of its option.
    private static ChannelOption<Object> cast(ChannelOption<?> option) {
        return (ChannelOption<Object>) option;
    }

    @Override
    public void close() {
        // Some event loops end before the kernel has closed the listening socket.
        open.close().awaitUninterruptibly();
        // The two ends of a local channel submit tasks to each other.
        loops.forEach(loop -> loop.submit(() -> {}).awaitUninterruptibly());
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        listening.ifPresent(kind.addresses()::free);
    }

    /** The settings and counters of a stream channel, its socket, and its TLS session. */
    private record StreamFacts(Channel channel, Set<TransportSetting> knobs, TransportSettings requested)
            implements ChannelFacts {

        @Override
        public CompletableFuture<List<Fact>> settings() {
            try {
                List<Fact> facts = new ArrayList<>();
                buffer(facts, TransportSetting.SEND_BUFFER, ChannelOption.SO_SNDBUF, requested.sendBuffer());
                buffer(facts, TransportSetting.RECEIVE_BUFFER, ChannelOption.SO_RCVBUF, requested.receiveBuffer());
                if (knobs.contains(TransportSetting.NAGLE)) {
                    boolean off = channel.config().getOption(ChannelOption.TCP_NODELAY);
                    facts.add(Fact.of("Nagle's algorithm", off ? "off" : "on"));
                }
                SslHandler tls = channel.pipeline().get(SslHandler.class);
                if (tls != null) {
                    SSLSession session = tls.engine().getSession();
                    facts.add(Fact.of("protocol", session.getProtocol()));
                    facts.add(Fact.of("cipher", session.getCipherSuite()));
                }
                facts.add(Fact.of("event loops", requested.eventLoops()));
                return CompletableFuture.completedFuture(facts);
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        private void buffer(List<Fact> facts, TransportSetting knob, ChannelOption<Integer> option, int wanted) {
            if (knobs.contains(knob)) {
                int shown = channel.config().getOption(option);
                // Linux doubles the requested size and reports the result; the JDK halves it.
                facts.add(Fact.buffer(knob, wanted, channel instanceof UnixChannel ? shown / 2 : shown));
            }
        }

        @Override
        public CompletableFuture<List<Fact>> counters() {
            if (!(channel instanceof EpollSocketChannel epoll)) {
                String who = knobs.contains(TransportSetting.NAGLE)
                        ? "not shown by this transport; epoll shows them"
                        : "none: does not use TCP";
                return CompletableFuture.completedFuture(List.of(Fact.of("segments retransmitted", who)));
            }
            try {
                EpollTcpInfo info = epoll.tcpInfo();
                return CompletableFuture.completedFuture(List.of(
                        Fact.of("segments retransmitted", info.totalRetrans()),
                        Fact.of("segments lost", info.lost()),
                        Fact.of("round trip time of the kernel", info.rtt() + " µs"),
                        Fact.of("congestion window", info.sndCwnd() + " segments of " + info.sndMss() + " B")));
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    /**
     * The differences between Netty's stream transports.
     *
     * @param io creates the I/O handler of event loops
     */
    record ChannelKind(
            Supplier<IoHandlerFactory> io,
            Class<? extends ServerChannel> server,
            Class<? extends Channel> client,
            Addresses addresses) {

        interface Addresses {

            /** Returns an unused address of this machine to listen on. */
            SocketAddress any() throws IOException;

            String text(SocketAddress address);

            SocketAddress parse(String text) throws IOException;

            default void free(SocketAddress address) {}
        }
    }
}
