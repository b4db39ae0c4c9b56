/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
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
import org.jgroups.util.SuppressLog;
import org.jgroups.util.Util;

/**
 * JGroups' TCP transport, which reads messages of bytes, and of objects only those of JGroups' own protocols. JGroups reads
 * the payload of an object message while it reads the message, as whatever class the sender names.
 */
final class GuardedTcp extends TCP {

    /** Nodes send texts in pieces of at most {@link Frame#LONGEST_TEXT} characters; JGroups bundles below this. */
    static final int LONGEST_FRAME = 4 << 20;

    private static final int MOST_MESSAGES = 1 << 16;

    /** More are of nodes that have gone. */
    private static final int MOST_QUEUES = 64;

    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** How long a failure to reach an address is not logged again. */
    private static final long QUIET_MILLIS = 60_000;

    private final SuppressLog<PhysicalAddress> failures = new SuppressLog<>(log);
    private final LongAdder dropped = new LongAdder();
    private final Map<PhysicalAddress, SendQueue> queues = new ConcurrentHashMap<>();
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

    /** Does not wait, neither for the connection nor until the other side has room. */
    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) {
        if (queues.size() > MOST_QUEUES) {
            queues.values().removeIf(SendQueue::isEmpty);
        }
        // JGroups uses its buffer again.
        byte[] frame = Arrays.copyOfRange(data, offset, offset + length);
        queues.computeIfAbsent(to, address -> new SendQueue()).add(length, () -> sendNow(to, frame));
    }

    private void sendNow(PhysicalAddress to, byte[] frame) {
        try {
            send(to, frame, 0, frame.length);
        } catch (Exception e) {
            // JGroups asks for what is missing, and notices whoever cannot be reached.
            failures.warn(to, QUIET_MILLIS, "cannot send to %s: %s", to, e.toString());
        }
    }

    /** Sends what is left for nodes that take it soon. */
    @Override
    public void stop() {
        Deadline deadline = Deadline.in(LAST_WORDS);
        try {
            while (!deadline.isOver() && !queues.values().stream().allMatch(SendQueue::isEmpty)) {
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.stop();
        queues.values().forEach(SendQueue::close);
        queues.clear();
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
            case Message.EMPTY_MSG -> MessageFactory.create(type);
            case Message.BYTES_MSG -> new PayloadMessage();
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
