// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Echo.ReceiverReport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Messages of one length over a plain TCP channel of Netty's NIO, without frames or checks. */
record NettyEcho(int port, int length) implements Baseline {

    private static EventLoopGroup newLoop() {
        return new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("netty-echo", true), NioIoHandler.newFactory());
    }

    /** Prints a port, and sends back all received data of each connection to it, with one event loop. */
    public static void main(String[] arguments) throws InterruptedException {
        Channel server = new ServerBootstrap()
                .group(newLoop())
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel child) {
                        child.pipeline().addLast(new Back());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        System.out.println(((InetSocketAddress) server.localAddress()).getPort());
        server.closeFuture().sync();
    }

    /** Writes what it reads. */
    private static final class Back extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    @Override
    public Histogram roundTrips(int count) throws InterruptedException {
        EventLoopGroup loop = newLoop();
        try {
            Channel channel = new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInboundHandlerAdapter())
                    .connect(InetAddress.getLoopbackAddress(), port)
                    .sync()
                    .channel();
            RoundTrips trips =
                    new RoundTrips(count, Unpooled.directBuffer(length).writeZero(length));
            channel.eventLoop().execute(() -> {
                channel.pipeline().addLast(trips);
                trips.send(channel.pipeline().context(trips));
            });
            Histogram durations = trips.end.join();
            channel.close().sync();
            return durations;
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        }
    }

    /** Sends a message when the previous one has completely come back. */
    private static final class RoundTrips extends ChannelInboundHandlerAdapter {

        private final CompletableFuture<Histogram> end = new CompletableFuture<>();
        private final Histogram durations = ReceiverReport.histogram();
        private final ByteBuf message;
        private int left;
        private int missing;
        private long begin;

        RoundTrips(int count, ByteBuf message) {
            left = count;
            this.message = message;
        }

        private void send(ChannelHandlerContext context) {
            missing = message.readableBytes();
            begin = System.nanoTime();
            context.writeAndFlush(message.retainedDuplicate()).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object read) {
            missing -= ((ByteBuf) read).readableBytes();
            ((ByteBuf) read).release();
            if (missing == 0) {
                durations.recordValue(System.nanoTime() - begin);
                if (--left > 0) {
                    send(context);
                } else {
                    message.release();
                    context.pipeline().remove(this);
                    end.complete(durations);
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end.completeExceptionally(new IllegalStateException("The connection was closed"));
        }
    }
}
