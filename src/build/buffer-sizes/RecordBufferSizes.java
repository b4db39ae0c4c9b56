// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.Version;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the sizes of buffers that an HTTP/1.1 server on Netty requests from its allocator, and prints them.
 *
 * <p>The server has {@value #CONNECTIONS} open connections over the loopback, each with {@value #REQUESTS} requests,
 * one after the other: three in four download a file, one in four uploads one. Files are drawn from a list, the first
 * ones more often than the last (Zipf's law with exponent 1, over a shuffled list). A file is sent from one buffer of
 * its size, without compression or TLS; the client has a separate allocator, which is not counted. The requested
 * initial capacities are counted, not the growth of buffers.
 *
 * <pre>java -cp ... RecordBufferSizes.java LIST_OF_FILES COMMIT</pre>
 */
public final class RecordBufferSizes {

    private static final int CONNECTIONS = 32;
    private static final int REQUESTS = 1000;
    private static final int MOST_BYTES = 16 << 20;
    private static final long SEED = 42;

    private final List<byte[]> files;
    private final double[] shares;
    private final Counting counting = new Counting(ByteBufAllocator.DEFAULT);
    private final CountDownLatch open = new CountDownLatch(CONNECTIONS);

    private RecordBufferSizes(List<byte[]> files) {
        this.files = files;
        shares = new double[files.size()];
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += 1.0 / (i + 1);
            shares[i] = sum;
        }
    }

    public static void main(String[] args) throws Exception {
        List<byte[]> files = new ArrayList<>();
        for (String name : Files.readString(Path.of(args[0])).split("\0")) {
            files.add(Files.readAllBytes(Path.of(name)));
        }
        java.util.Collections.shuffle(files, new java.util.Random(SEED));
        RecordBufferSizes record = new RecordBufferSizes(files);
        record.run();
        record.print(args[1]);
    }

    private void run() throws Exception {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        try {
            Channel server = new ServerBootstrap()
                    .group(loops)
                    .channel(NioServerSocketChannel.class)
                    .childOption(ChannelOption.ALLOCATOR, counting)
                    .childHandler(initializer(true, 0))
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
            for (int i = 0; i < CONNECTIONS; i++) {
                new Bootstrap()
                        .group(loops)
                        .channel(NioSocketChannel.class)
                        .handler(initializer(false, SEED + i))
                        .connect(server.localAddress())
                        .sync();
            }
            open.await();
        } finally {
            loops.shutdownGracefully().sync();
        }
    }

    private ChannelInitializer<Channel> initializer(boolean server, long seed) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(server ? new HttpServerCodec() : new HttpClientCodec())
                        .addLast(new HttpObjectAggregator(MOST_BYTES))
                        .addLast(server ? new Server() : new Client(seed));
            }
        };
    }

    /** Answers downloads with the file, and uploads with a line of JSON. */
    private final class Server extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            ByteBuf body;
            if (request.method().equals(HttpMethod.GET)) {
                byte[] file = files.get(Integer.parseInt(request.uri().substring("/files/".length())));
                body = context.alloc().buffer(file.length).writeBytes(file);
            } else {
                body = ByteBufUtil.writeUtf8(
                        context.alloc(),
                        "{\"path\":\"" + request.uri() + "\",\"bytes\":" + request.content().readableBytes() + "}");
            }
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes())
                    .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                    .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
                    .set(HttpHeaderNames.SERVER, "netty");
            context.writeAndFlush(response);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }
    }

    /** Sends the next request when the previous one is answered. */
    private final class Client extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final SplittableRandom random;
        private int sent;

        Client(long seed) {
            random = new SplittableRandom(seed);
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            send(context);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            if (!response.status().equals(HttpResponseStatus.OK)) {
                fail(new IllegalStateException("answered with " + response.status()));
            }
            send(context);
        }

        private void send(ChannelHandlerContext context) {
            if (sent++ == REQUESTS) {
                context.close();
                open.countDown();
                return;
            }
            int file = draw();
            boolean bring = random.nextInt(4) == 0;
            ByteBuf body = bring ? Unpooled.wrappedBuffer(files.get(file)) : Unpooled.EMPTY_BUFFER;
            FullHttpRequest request = new DefaultFullHttpRequest(
                    HttpVersion.HTTP_1_1, bring ? HttpMethod.POST : HttpMethod.GET, "/files/" + file, body);
            request.headers()
                    .set(HttpHeaderNames.HOST, "localhost")
                    .set(HttpHeaderNames.USER_AGENT, "RecordBufferSizes")
                    .set(HttpHeaderNames.ACCEPT, "*/*")
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            context.writeAndFlush(request);
        }

        private int draw() {
            double share = random.nextDouble() * shares[shares.length - 1];
            int found = java.util.Arrays.binarySearch(shares, share);
            return found < 0 ? -found - 1 : found;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }
    }

    private static void fail(Throwable cause) {
        cause.printStackTrace();
        System.exit(1);
    }

    private void print(String commit) {
        System.out.println("# Sizes of buffers that an HTTP/1.1 server on Netty " + Version.identify()
                .get("netty-common")
                .artifactVersion() + " asked its allocator for, recorded by");
        System.out.println("# src/build/record-buffer-sizes on " + ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm"))
                + " UTC, JDK " + Runtime.version().feature() + ", " + System.getProperty("os.name") + ".");
        System.out.println("# The traffic was made for this: " + CONNECTIONS + " connections over the loopback, each with " + REQUESTS
                + " requests one after the other, three in four");
        System.out.println("# for a text file of this repository (" + files.size() + " files at " + commit
                + ", by Zipf's law), one in four bringing one. No TLS, no compression.");
        System.out.println("# Each line: kind of memory, initial capacity in bytes, how many buffers. Growth of buffers is not counted.");
        counting.sizes.forEach((kind, sizes) ->
                sizes.forEach((size, count) -> System.out.println(kind + " " + size + " " + count)));
    }

    /** Passes on all requests, and counts them. Composite buffers have no capacity, only their parts do. */
    private static final class Counting extends AbstractByteBufAllocator {
        final Map<String, Map<Integer, LongAdder>> sizes = new ConcurrentSkipListMap<>();
        private final ByteBufAllocator allocator;

        Counting(ByteBufAllocator allocator) {
            super(true);
            this.allocator = allocator;
        }

        private void count(String kind, int size) {
            sizes.computeIfAbsent(kind, any -> new ConcurrentSkipListMap<>())
                    .computeIfAbsent(size, any -> new LongAdder())
                    .increment();
        }

        @Override
        protected ByteBuf newHeapBuffer(int size, int most) {
            count("heap", size);
            return allocator.heapBuffer(size, most);
        }

        @Override
        protected ByteBuf newDirectBuffer(int size, int most) {
            count("direct", size);
            return allocator.directBuffer(size, most);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return allocator.isDirectBufferPooled();
        }
    }
}
