/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.util.AsciiString;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.Util;

/**
 * JGroups' TCP transport, which reads only messages that consist of bytes. JGroups reads the payload of an object message
 * while it reads the message, as whatever class the sender names; the stack of a node sends no such message.
 */
final class GuardedTcp extends TCP {

    /** Nodes send texts in pieces of at most {@link Frame#LONGEST_TEXT} characters; JGroups bundles below this. */
    static final int LONGEST_FRAME = 4 << 20;

    private static final int MOST_MESSAGES = 1 << 16;

    private final LongAdder dropped = new LongAdder();
    private final Set<String> broken = ConcurrentHashMap.newKeySet();

    GuardedTcp() {
        // The identity of its headers; JGroups knows the identities of its own classes only.
        setId(ClassConfigurator.getProtocolId(TCP.class));
        setMaxLength(LONGEST_FRAME);
    }

    /** Returns how many messages were not read. */
    long dropped() {
        return dropped.sum();
    }

    /** Returns whether a connection of a node broke, as when its process ends without leaving; asked once. */
    boolean takeBroken(String address) {
        return broken.remove(address);
    }

    /** No port on which JGroups answers questions, and no multicast. */
    @Override
    public DiagnosticsHandler createDiagnosticsHandler() {
        DiagnosticsHandler handler = super.createDiagnosticsHandler();
        handler.setEnabled(false);
        return handler;
    }

    @Override
    public void connectionClosed(Connection connection) {
        if (!connection.isClosedGracefully() && connection.peerAddress() != null) {
            broken.add(connection.peerAddress().toString());
        }
        super.connectionClosed(connection);
    }

    @Override
    public void connectionEstablished(Connection connection) {
        if (connection.peerAddress() != null) {
            broken.remove(connection.peerAddress().toString());
        }
        super.connectionEstablished(connection);
    }

    /** Takes a frame off the connection as a whole: whatever is in it, the next one begins after it. */
    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < 0 || length > LONGEST_FRAME) {
            throw new IOException("a frame of " + length + " bytes from " + sender);
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        super.receive(sender, frame, 0, length);
    }

    @Override
    protected void handleSingleMessage(DataInput in, boolean multicast) {
        try {
            Optional<Message> message = next(in);
            if (message.isEmpty()) {
                throw new IOException("not a message of bytes");
            }
            message.get().readFrom(in);
            if (multicast || !unicastDestMismatch(message.get().getDest())) {
                msg_processing_policy.process(message.get(), message.get().isFlagSet(Message.Flag.OOB));
            }
        } catch (Exception | LinkageError e) {
            dropped.increment();
        }
    }

    /** Reads what {@link Util#readMessageBatch} reads, up to the first message of another type. */
    @Override
    protected void handleMessageBatch(DataInput in, boolean multicast) {
        Optional<MessageBatch> regular = Optional.empty();
        Optional<MessageBatch> outOfBand = Optional.empty();
        try {
            Address to = Util.readAddress(in);
            Address from = Util.readAddress(in);
            short nameLength = in.readShort();
            byte[] cluster = new byte[Math.max(nameLength, 0)];
            in.readFully(cluster);
            int count = in.readInt();
            if (count < 0 || count > MOST_MESSAGES) {
                throw new IOException(count + " messages in a frame");
            }
            for (int i = 0; i < count; i++) {
                Message message = next(in).orElseThrow(() -> new IOException("not a message of bytes"));
                message.setDest(to).setSrc(from);
                message.readFrom(in);
                boolean oob = message.isFlagSet(Message.Flag.OOB);
                MessageBatch batch = (oob ? outOfBand : regular)
                        .orElseGet(() -> new MessageBatch(
                                to,
                                from,
                                new AsciiString(cluster),
                                multicast,
                                oob ? MessageBatch.Mode.OOB : MessageBatch.Mode.REG,
                                count));
                batch.add(message);
                if (oob) {
                    outOfBand = Optional.of(batch);
                } else {
                    regular = Optional.of(batch);
                }
            }
        } catch (Exception | LinkageError e) {
            dropped.increment();
        }
        outOfBand.ifPresent(batch -> processBatch(batch, true));
        regular.ifPresent(batch -> processBatch(batch, false));
    }

    /** Returns the message that is to be read; empty for one that may hold an object. */
    private static Optional<Message> next(DataInput in) throws IOException {
        short type = in.readShort();
        return type == Message.BYTES_MSG || type == Message.EMPTY_MSG
                ? Optional.of(MessageFactory.create(type))
                : Optional.empty();
    }
}
