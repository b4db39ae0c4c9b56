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
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.util.AsciiString;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.Util;

/**
 * JGroups' TCP transport, which reads messages of bytes, and of objects only those of JGroups' own protocols. JGroups reads
 * the payload of an object message while it reads the message, as whatever class the sender names.
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
    long droppedMessages() {
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
        // Not one that is closed here since the view has lost the node, nor one of two that were opened at once.
        if (!connection.isClosedGracefully()
                && connection.peerAddress() instanceof PhysicalAddress peer
                && is_member.test(peer)
                && !srv.connectionEstablishedTo(peer)) {
            broken.add(peer.toString());
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
            Message message = next(in);
            message.readFrom(in);
            isWhole(message);
            if (multicast || !unicastDestMismatch(message.getDest())) {
                msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            }
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            dropped.increment();
        }
    }

    /** Reads what {@link Util#readMessageBatch} reads, up to the first message of another type and its headers. */
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
            boolean readable = true;
            for (int i = 0; i < count && readable; i++) {
                Message message = next(in);
                message.setDest(to).setSrc(from);
                message.readFrom(in);
                // Where a payload ends that was not read is not known; what follows is sent again.
                readable = isWhole(message);
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
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            dropped.increment();
        }
        outOfBand.ifPresent(batch -> processBatch(batch, true));
        regular.ifPresent(batch -> processBatch(batch, false));
    }

    /**
     * Returns the message that is to be read. One whose payload is left out is delivered without it: those after it are
     * delivered in order only.
     */
    private static Message next(DataInput in) throws IOException {
        short type = in.readShort();
        return switch (type) {
            case Message.BYTES_MSG, Message.EMPTY_MSG -> MessageFactory.create(type);
            case Message.OBJ_MSG -> new EngineMessage();
            default -> throw new IOException("a message of type " + type);
        };
    }

    private boolean isWhole(Message message) {
        boolean whole = !(message instanceof EngineMessage engine) || engine.isComplete();
        if (!whole) {
            dropped.increment();
        }
        return whole;
    }
}
