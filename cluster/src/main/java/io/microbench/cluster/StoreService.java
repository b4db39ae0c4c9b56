// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.NoSuchElementException;

/**
 * Stores a class path entry sent by another node as a line with its description, lines with its content in Base64, and
 * an empty line. Answers with a line when the entry is stored.
 */
public final class StoreService implements Service {

    static final String NAME = "store";

    private static final int PIECE = 192 * 1024;
    private static final String END = "";
    private static final String STORED = "stored";

    private final EntryStore store;

    /** Creates a service that stores entries in the given folder, which is created for the first entry. */
    public StoreService(Path folder) {
        this.store = new EntryStore(folder);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void serve(Conversation conversation, String arguments) throws IOException {
        store.add(entry(arguments), new Pieces(conversation));
        conversation.send(STORED);
    }

    /**
     * Parses the description of an entry.
     *
     * @throws IllegalArgumentException if the line is not a description
     */
    static PathEntry entry(String line) {
        try {
            return RecordJson.read(line, PathEntry.class).orElseThrow();
        } catch (MalformedJsonException | IllegalArgumentException | NoSuchElementException e) {
            throw new IllegalArgumentException("The description of an entry cannot be read: " + e.getMessage());
        }
    }

    /**
     * Sends an entry to a node, and waits until it is stored there.
     *
     * @param conversation the conversation with the service, opened with the entry as arguments
     * @throws IOException if the entry cannot be read here or stored there
     */
    static void send(PathEntry entry, Conversation conversation) throws IOException, InterruptedException {
        try (conversation;
                OutputStream out = new BufferedOutputStream(new Sender(conversation), PIECE)) {
            Path path = Path.of(entry.path());
            if (entry.folder()) {
                EntryStore.pack(path, out);
            } else {
                Files.copy(path, out);
            }
            out.flush();
            conversation.send(END);
            if (conversation.receive().filter(STORED::equals).isEmpty()) {
                throw new IOException(why(conversation));
            }
        } catch (ClusterException e) {
            throw new IOException(conversation.end().isPresent() ? why(conversation) : e.getMessage(), e);
        }
    }

    private static String why(Conversation conversation) {
        return conversation
                .end()
                .map(end -> end instanceof ConversationEnd.Failed failed
                        ? failed.failure().message()
                        : end.text())
                .orElse("the node sent an unexpected answer");
    }

    /** Writes the content to a conversation. */
    private static final class Sender extends OutputStream {

        private final Conversation conversation;

        Sender(Conversation conversation) {
            this.conversation = conversation;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (length > 0) {
                conversation.send(Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, from, from + length)));
            }
        }
    }

    /** Reads the content from a conversation. */
    private static final class Pieces extends InputStream {

        private final Conversation conversation;
        private byte[] piece = {};
        private int next;
        private boolean ended;

        Pieces(Conversation conversation) {
            this.conversation = conversation;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            while (next == piece.length) {
                if (ended) {
                    return -1;
                }
                fill();
            }
            int n = Math.min(length, piece.length - next);
            System.arraycopy(piece, next, into, from, n);
            next += n;
            return n;
        }

        private void fill() throws IOException {
            try {
                String line = conversation.receive().orElseThrow(() -> new IOException("The sender has disconnected."));
                ended = line.equals(END);
                piece = Base64.getDecoder().decode(line);
                next = 0;
            } catch (IllegalArgumentException e) {
                throw new IOException("The content is not Base64: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted while an entry was received.");
            }
        }
    }
}
