/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.netty;

import io.microbench.transport.Arrival;
import io.microbench.transport.ByteCounts;
import io.microbench.transport.Connection;
import io.microbench.transport.Content;
import io.microbench.transport.Fact;
import io.microbench.transport.Header;
import io.microbench.transport.Receiver;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The connection of a channel: writes frames, and puts together those that arrive, without copying their content. */
final class FrameHandler extends ChannelInboundHandlerAdapter implements Connection {

    private static final int MOST_COMPONENTS = 1 << 20;

    /** Content of up to so many bytes is copied behind its header: the kernel takes one buffer faster than two. */
    private static final int MOST_COPIED = 4096;

    private final Channel channel;
    private final Receiver receiver;
    private final int longest;
    private final ChannelFacts facts;
    private final ByteCounts counts = new ByteCounts();
    private final ByteBuffer head = ByteBuffer.allocate(Header.BYTES);
    private Optional<Header> header = Optional.empty();
    private ByteBuf content = Unpooled.EMPTY_BUFFER;
    private long first;
    private volatile boolean closed;
    /** Whether what is sent is flushed after what arrives with it has been taken; these three are the event loop's. */
    private boolean taking;

    private boolean unflushed;
    private boolean flushed;
    private final FutureListener<Void> whenWritten = this::written;

    FrameHandler(Channel channel, Receiver receiver, int longest, ChannelFacts facts) {
        this.channel = channel;
        this.receiver = receiver;
        this.longest = longest;
        this.facts = facts;
    }

    @Override
    public Content content(byte[] bytes) {
        return new BufferContent(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
    }

    @Override
    public void send(Header frame, Content given) {
        ByteBuf body = given instanceof BufferContent own ? own.buffer() : Unpooled.EMPTY_BUFFER;
        counts.sent(body.readableBytes());
        ByteBuf whole = joined(frame, body);
        if (channel.eventLoop().inEventLoop() && taking) {
            unflushed = true;
            channel.write(whole).addListener(whenWritten);
        } else {
            channel.writeAndFlush(whole).addListener(whenWritten);
        }
    }

    private ByteBuf joined(Header frame, ByteBuf body) {
        int length = body.readableBytes();
        boolean copied = length <= MOST_COPIED;
        ByteBuf start = channel.alloc().directBuffer(Header.BYTES + (copied ? length : 0));
        frame.write(start.internalNioBuffer(0, Header.BYTES));
        start.writerIndex(Header.BYTES);
        return copied
                ? start.writeBytes(body, body.readerIndex(), length)
                : channel.alloc()
                        .compositeDirectBuffer(2)
                        .addComponent(true, start)
                        .addComponent(true, body.retainedDuplicate());
    }

    @Override
    public void execute(Runnable task) {
        channel.eventLoop().execute(task);
    }

    @Override
    public CompletableFuture<List<Fact>> settings() {
        return facts.settings();
    }

    @Override
    public CompletableFuture<List<Fact>> counters() {
        return facts.counters().thenApply(more -> {
            List<Fact> all = new ArrayList<>(counts.facts());
            all.addAll(more);
            return all;
        });
    }

    private void written(Future<? super Void> future) {
        if (!future.isSuccess()) {
            lose(future.cause());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        taking = true;
        try {
            while (read.isReadable() && !closed) {
                take(read);
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            lose(e);
        } finally {
            taking = false;
            // Before anything else is done, which would be on the clock of a single message. The answers to what is
            // there as well leave together.
            if (!flushed) {
                flush();
            }
            read.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        flush();
        flushed = false;
    }

    private void flush() {
        if (unflushed) {
            unflushed = false;
            flushed = true;
            channel.flush();
        }
    }

    private void take(ByteBuf read) throws IOException {
        if (header.isEmpty()) {
            if (head.position() == 0) {
                first = System.nanoTime();
            }
            head.limit(Math.min(Header.BYTES, head.position() + read.readableBytes()));
            read.readBytes(head);
            if (head.position() < Header.BYTES) {
                return;
            }
            header = Optional.of(Header.read(head.flip(), longest));
            head.clear();
        }
        Header frame = header.orElseThrow();
        int missing = frame.length() - content.readableBytes();
        if (missing > 0) {
            append(read.readRetainedSlice(Math.min(missing, read.readableBytes())), frame.length());
        }
        if (content.readableBytes() == frame.length()) {
            complete(frame);
        }
    }

    private void append(ByteBuf piece, int length) {
        if (!content.isReadable() && piece.readableBytes() == length) {
            content = piece;
            return;
        }
        if (!content.isReadable()) {
            content = channel.alloc().compositeBuffer(MOST_COMPONENTS);
        }
        ((CompositeByteBuf) content).addComponent(true, piece);
    }

    private void complete(Header frame) {
        ByteBuf whole = content;
        content = Unpooled.EMPTY_BUFFER;
        header = Optional.empty();
        counts.received(frame.length());
        try {
            receiver.received(this, new Arrival(frame, first, System.nanoTime(), new BufferContent(whole)));
        } finally {
            whole.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lose(new EOFException("The other side has closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(cause);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        content.release();
        content = Unpooled.EMPTY_BUFFER;
    }

    private void lose(Throwable problem) {
        if (!closed) {
            closed = true;
            channel.close().addListener(ignored -> {});
            receiver.lost(problem instanceof IOException io ? io : new IOException(problem.toString(), problem));
        }
    }

    @Override
    public void close() {
        closed = true;
        // A stream of QUIC that is closed at once never reads the end of the other side, and is kept until the
        // connection ends.
        Future<Void> end = channel instanceof QuicStreamChannel stream ? stream.shutdownOutput() : channel.close();
        end.addListener(ignored -> {});
    }
}
