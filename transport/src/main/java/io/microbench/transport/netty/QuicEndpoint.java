// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Echo;
import io.microbench.transport.Endpoint;
import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Fact;
import io.microbench.transport.Options;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.Transport;
import io.microbench.transport.Transport.Wire;
import io.microbench.transport.TransportException;
import io.microbench.transport.TransportSettings;
import io.microbench.transport.TransportSettings.TransportSetting;
import io.microbench.transport.netty.FrameHandler.ChannelFacts;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.handler.ssl.ClientAuth;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLSession;

/** QUIC over UDP sockets: one for all incoming connections, one for each target, with a stream per connection. */
final class QuicEndpoint implements Endpoint {

    private static final String PROTOCOL = "microbench-messages";

    /** The flow control window of a connection and of a stream, in bytes. */
    private static final long WINDOW = 16 << 20;

    /**
     * The maximum number of open or half-closed streams of the peer. It is higher than the number in use, because closed streams and new
     * stream credit are reported with a delay.
     */
    private static final int MOST_STREAMS = 4096;

    private static final int LOOPS_QUIET_SECONDS = 5;

    private final Options options;
    private final int mostStreams;
    private final Identity own;
    private final EventLoopGroup loops;
    /** The connections by remote address. */
    private final Map<String, Shared> connections = new ConcurrentHashMap<>();

    private final LongAdder garbage = new LongAdder();
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    private record Shared(Channel socket, QuicChannel channel, AtomicInteger streams) {

        /** Adds a stream; returns false if the connection is closed because it had no streams. */
        boolean join() {
            return channel.isActive() && streams.updateAndGet(open -> open == 0 ? 0 : open + 1) > 0;
        }
    }

    QuicEndpoint(Options options) {
        this(options, MOST_STREAMS);
    }

    /**
     * Opens an endpoint.
     *
     * @param mostStreams the maximum number of streams that the peer may have open on a connection
     */
    QuicEndpoint(Options options, int mostStreams) {
        this.options = options;
        this.mostStreams = mostStreams;
        own = Security.checkedIdentity(options);
        loops = new MultiThreadIoEventLoopGroup(
                options.knobs().eventLoops(),
                new DefaultThreadFactory("transport-quic", true),
                NioIoHandler.newFactory());
    }

    @Override
    public String listen() throws IOException {
        QuicSslContext context = QuicSslContextBuilder.forServer(own.key(), null, own.certificate())
                .trustManager(Security.trusted(options))
                .clientAuth(ClientAuth.REQUIRE)
                .applicationProtocols(PROTOCOL)
                .build();
        QuicServerCodecBuilder codec = configured(new QuicServerCodecBuilder())
                .sslContext(context)
                .handler(new ChannelInitializer<QuicChannel>() {
                    @Override
                    protected void initChannel(QuicChannel channel) {
                        open.add(channel);
                    }
                })
                .streamHandler(frames(() -> new Echo(garbage)));
        return TransportAddress.text((InetSocketAddress) bind(codec.build()).localAddress());
    }

    @Override
    public Connection connect(String address, Receiver receiver) throws IOException {
        Shared there = connections.get(address);
        Shared shared = there != null && there.join() ? there : open(address);
        connections.put(address, shared);
        try {
            QuicStreamChannel stream =
                    await(shared.channel().createStream(QuicStreamType.BIDIRECTIONAL, frames(() -> receiver)), address);
            stream.closeFuture().addListener(ignored -> left(address, shared));
            return stream.pipeline().get(FrameHandler.class);
        } catch (IOException e) {
            left(address, shared);
            throw e;
        }
    }

    /** Closes a connection without streams, and its socket. */
    private void left(String address, Shared shared) {
        if (shared.streams().decrementAndGet() == 0) {
            connections.remove(address, shared);
            shared.socket().close().addListener(ignored -> {});
        }
    }

    private Shared open(String address) throws IOException {
        InetSocketAddress remote = TransportAddress.parse(address);
        QuicSslContext context = QuicSslContextBuilder.forClient()
                .keyManager(own.key(), null, own.certificate())
                .trustManager(Security.trusted(options))
                .applicationProtocols(PROTOCOL)
                .build();
        // On its own, the SSL context does not pass the engine the name to check in the certificate.
        Channel socket = bind(configured(new QuicClientCodecBuilder())
                .sslEngineProvider(channel -> context.newEngine(channel.alloc(), Security.HOST, remote.getPort()))
                .build());
        try {
            QuicChannel connected = await(
                    QuicChannel.newBootstrap(socket)
                            .handler(new ChannelInboundHandlerAdapter())
                            .streamHandler(new ChannelInboundHandlerAdapter())
                            .option(
                                    ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                    Math.toIntExact(options.connectDeadline().toMillis()))
                            .remoteAddress(remote)
                            .connect(),
                    address);
            open.add(connected);
            return new Shared(socket, connected, new AtomicInteger(1));
        } catch (IOException e) {
            socket.close().awaitUninterruptibly();
            throw e;
        }
    }

    private <T> T await(Future<T> future, String address) throws IOException {
        if (!future.awaitUninterruptibly(options.connectDeadline().toMillis())) {
            throw new IOException("Cannot connect to " + address + ": no answer within "
                    + options.connectDeadline().toSeconds() + " s; a longer deadline may help on a busy machine");
        }
        if (!future.isSuccess()) {
            throw new IOException(
                    "Cannot connect to " + address + ": " + future.cause().getMessage(), future.cause());
        }
        return future.getNow();
    }

    private <B extends QuicCodecBuilder<B>> B configured(B codec) {
        TransportSettings knobs = options.knobs();
        if (knobs.mtu() > 0) {
            codec.maxSendUdpPayloadSize(knobs.mtu()).maxRecvUdpPayloadSize(knobs.mtu());
        }
        return codec.maxIdleTimeout(options.connectDeadline().toMillis(), TimeUnit.MILLISECONDS)
                .initialMaxData(WINDOW)
                .initialMaxStreamDataBidirectionalLocal(WINDOW)
                .initialMaxStreamDataBidirectionalRemote(WINDOW)
                .initialMaxStreamsBidirectional(mostStreams);
    }

    private ChannelHandler frames(Supplier<Receiver> receiver) {
        return new ChannelInitializer<QuicStreamChannel>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                // The end of one direction ends the other, as with sockets; otherwise a node keeps all streams.
                stream.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
                stream.pipeline()
                        .addLast(new FrameHandler(
                                stream,
                                receiver.get(),
                                options.longest(),
                                new QuicFacts(stream.parent(), options.knobs())));
            }
        };
    }

    private Channel bind(ChannelHandler codec) throws IOException {
        TransportSettings knobs = options.knobs();
        Bootstrap udp =
                new Bootstrap().group(loops).channel(NioDatagramChannel.class).handler(codec);
        if (knobs.sendBuffer() > 0) {
            udp.option(ChannelOption.SO_SNDBUF, knobs.sendBuffer());
        }
        if (knobs.receiveBuffer() > 0) {
            udp.option(ChannelOption.SO_RCVBUF, knobs.receiveBuffer());
        }
        if (knobs.mtu() > 0) {
            // Netty truncates datagrams that are larger than the buffer.
            udp.option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(knobs.mtu()));
        }
        ChannelFuture bound = udp.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("Cannot open a UDP socket: " + bound.cause().getMessage(), bound.cause());
        }
        open.add(bound.channel());
        return bound.channel();
    }

    @Override
    public void close() {
        // Connections are closed first, because their close frames are sent through the sockets.
        open.close(channel -> channel instanceof QuicChannel).awaitUninterruptibly();
        open.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, LOOPS_QUIET_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** QUIC by Netty's codec and quiche, with a stream for each connection and mutual authentication. */
    public static final class QuicTransport implements Transport {

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
            return Quic.isAvailable() ? Optional.empty() : NettyTransport.missing(Quic.unavailabilityCause());
        }

        @Override
        public Optional<Identity> newIdentity() {
            return Optional.of(Security.newIdentity());
        }

        @Override
        public Set<TransportSetting> knobs() {
            return EnumSet.of(
                    TransportSetting.SEND_BUFFER,
                    TransportSetting.RECEIVE_BUFFER,
                    TransportSetting.EVENT_LOOPS,
                    TransportSetting.MTU);
        }

        @Override
        public Endpoint open(Options options) {
            unavailable().ifPresent(reason -> {
                throw new TransportException("The transport quic cannot be used here: " + reason);
            });
            return new QuicEndpoint(options);
        }
    }

    /** The settings and counters of a QUIC connection, its TLS session and its UDP socket. */
    private record QuicFacts(QuicChannel connection, TransportSettings requested) implements ChannelFacts {

        @Override
        public CompletableFuture<List<Fact>> settings() {
            return path(path -> {
                List<Fact> facts = new ArrayList<>();
                Channel socket = connection.parent();
                facts.add(Fact.buffer(
                        TransportSetting.SEND_BUFFER,
                        requested.sendBuffer(),
                        socket.config().getOption(ChannelOption.SO_SNDBUF)));
                facts.add(Fact.buffer(
                        TransportSetting.RECEIVE_BUFFER,
                        requested.receiveBuffer(),
                        socket.config().getOption(ChannelOption.SO_RCVBUF)));
                SSLSession session =
                        Objects.requireNonNull(connection.sslEngine()).getSession();
                facts.add(Fact.of("protocol", session.getProtocol()));
                facts.add(Fact.of("cipher", session.getCipherSuite()));
                facts.add(Fact.of("longest UDP payload", path.pmtu() + " B"));
                facts.add(Fact.of("event loops", requested.eventLoops()));
                return facts;
            });
        }

        @Override
        public CompletableFuture<List<Fact>> counters() {
            return path(path -> List.of(
                    Fact.of("datagrams sent", path.sent()),
                    Fact.of("datagrams received", path.recv()),
                    Fact.of("datagrams lost", path.lost()),
                    Fact.of("datagrams retransmitted", path.retrans()),
                    Fact.of("UDP bytes sent", path.sentBytes()),
                    Fact.of("UDP bytes received", path.recvBytes()),
                    Fact.of("round trip time of quiche", path.rtt() / 1000 + " µs"),
                    Fact.of("congestion window", path.cwnd() + " B")));
        }

        private CompletableFuture<List<Fact>> path(Function<QuicConnectionPathStats, List<Fact>> read) {
            CompletableFuture<List<Fact>> facts = new CompletableFuture<>();
            Future<QuicConnectionPathStats> stats = connection.collectPathStats(0);
            stats.addListener(ignored -> {
                try {
                    facts.complete(read.apply(stats.get()));
                } catch (Exception e) {
                    facts.completeExceptionally(e);
                }
            });
            return facts;
        }
    }
}
