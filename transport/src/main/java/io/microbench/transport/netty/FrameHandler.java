// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Connection.ByteCounts;
import io.microbench.transport.Connection.Receiver;
import io.microbench.transport.Content;
import io.microbench.transport.Fact;
import io.microbench.transport.Header;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The connection of a channel: writes frames, and assembles received ones without copying their content. */
final class FrameHandler extends ChannelInboundHandlerAdapter implements Connection {

    private static final int MOST_COMPONENTS = 1 << 20;

    /** The maximum size of content that is copied after its header: the kernel accepts one buffer faster than two. */
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
    /**
     * Whether flushes wait until all received frames are handled; only the event loop uses this field and the next two.
     */
    private boolean taking;

    private boolean unflushed;
    private boolean flushed;
    /** Small frames share a buffer, which is reused when its frames are written. */
    private Optional<ByteBuf> room = Optional.empty();

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
        boolean inLoop = channel.eventLoop().inEventLoop();
        ByteBuf whole = body.readableBytes() <= MOST_COPIED ? copied(frame, body, inLoop) : joined(frame, body);
        // A separate promise for each frame is not needed: failures of the void promise are exceptions of the channel.
        if (inLoop && taking) {
            unflushed = true;
            ChannelFuture unused = channel.write(whole, channel.voidPromise());
        } else {
            ChannelFuture unused = channel.writeAndFlush(whole, channel.voidPromise());
        }
    }

    private ByteBuf copied(Header frame, ByteBuf body, boolean inLoop) {
        int length = body.readableBytes();
        ByteBuf whole = inLoop && !closed ? kept(length) : channel.alloc().directBuffer(Header.BYTES + length);
        frame.write(whole.internalNioBuffer(0, Header.BYTES));
        return whole.writerIndex(Header.BYTES).writeBytes(body, body.readerIndex(), length);
    }

    /** Returns the kept buffer if all its frames are written, otherwise a new one. */
    private ByteBuf kept(int length) {
        ByteBuf mine = room.orElseGet(
                () -> channel.alloc().directBuffer(Header.BYTES + MOST_COPIED, Header.BYTES + MOST_COPIED));
        room = Optional.of(mine);
        return mine.refCnt() == 1 ? mine.clear().retain() : channel.alloc().directBuffer(Header.BYTES + length);
    }

    private ByteBuf joined(Header frame, ByteBuf body) {
        ByteBuf start = channel.alloc().directBuffer(Header.BYTES);
        frame.write(start.internalNioBuffer(0, Header.BYTES));
        start.writerIndex(Header.BYTES);
        return channel.alloc()
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
            // Flushes first, because anything else would delay a single message. One flush sends the answers to several
            // received frames.
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
        boolean begins = header.isEmpty() && head.position() == 0;
        if (begins) {
            first = System.nanoTime();
        }
        if (header.isEmpty()) {
            head.limit(Math.min(Header.BYTES, head.position() + read.readableBytes()));
            read.readBytes(head);
            if (head.position() < Header.BYTES) {
                return;
            }
            header = Optional.of(Header.read(head.flip(), longest));
            head.clear();
        }
        Header frame = header.orElseThrow();
        if (!content.isReadable() && read.readableBytes() >= frame.length()) {
            header = Optional.empty();
            arrived(frame, read.readSlice(frame.length()), begins ? first : System.nanoTime());
            return;
        }
        int missing = frame.length() - content.readableBytes();
        append(read.readRetainedSlice(Math.min(missing, read.readableBytes())));
        if (content.readableBytes() == frame.length()) {
            complete(frame);
        }
    }

    private void append(ByteBuf piece) {
        if (!content.isReadable()) {
            content = channel.alloc().compositeBuffer(MOST_COMPONENTS);
        }
        ((CompositeByteBuf) content).addComponent(true, piece);
    }

    private void complete(Header frame) {
        ByteBuf whole = content;
        content = Unpooled.EMPTY_BUFFER;
        header = Optional.empty();
        try {
            arrived(frame, whole, System.nanoTime());
        } finally {
            whole.release();
        }
    }

    private void arrived(Header frame, ByteBuf whole, long last) {
        counts.received(frame.length());
        receiver.received(this, new Arrival(frame, first, last, new BufferContent(whole)));
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
        room.ifPresent(ByteBuf::release);
        room = Optional.empty();
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
        // A QUIC stream that is closed immediately never receives the end of stream from the other side, and stays open
        // until the connection ends.
        Future<Void> end = channel instanceof QuicStreamChannel stream ? stream.shutdownOutput() : channel.close();
        end.addListener(ignored -> {});
    }

    /** Settings and counters of a channel. */
    interface ChannelFacts {

        CompletableFuture<List<Fact>> settings();

        /** Reads the counters of the kernel or the library, or notes that none can be read. */
        CompletableFuture<List<Fact>> counters();
    }

    /** The readable bytes of a buffer. */
    private record BufferContent(ByteBuf buffer) implements Content {

        @Override
        public int length() {
            return buffer.readableBytes();
        }

        @Override
        public boolean isSame(byte[] bytes) {
            return ByteBufUtil.equals(buffer, Unpooled.wrappedBuffer(bytes));
        }

        @Override
        public byte[] copy() {
            return ByteBufUtil.getBytes(buffer);
        }

        @Override
        public void close() {
            buffer.release();
        }
    }
}
