// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Supplier;

/**
 * A connection whose reader gets a filter before the first object.
 *
 * <p>JMH creates its {@link ObjectInputStream} and reads from it at once, so the filter is set when the stream reads
 * the first bytes after its header.
 */
final class LinkSocket extends Socket {

    /** Magic number and version, read by the constructor of the reader. */
    private static final int HEADER_BYTES = 4;

    private final Socket socket;
    private final ObjectInputFilter filter;
    private final Runnable ended;
    private volatile Supplier<ObjectInputStream> reader = () -> {
        throw new IllegalStateException("read before it was passed on");
    };

    /**
     * Wraps a connection.
     *
     * @param ended called when the other end has closed it, or has ended
     */
    LinkSocket(Socket socket, ObjectInputFilter filter, Runnable ended) {
        this.socket = socket;
        this.filter = filter;
        this.ended = ended;
    }

    /** Sets the reader of objects from this connection, once the header has been read. */
    void readWith(Supplier<ObjectInputStream> objects) {
        reader = objects;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Guarded(socket.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return socket.getOutputStream();
    }

    @Override
    public synchronized void close() throws IOException {
        socket.close();
        ended.run();
    }

    private final class Guarded extends FilterInputStream {

        private int header = HEADER_BYTES;
        private boolean filtered;

        Guarded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (header > 0) {
                int count = super.read(bytes, offset, Math.min(length, header));
                header -= Math.max(count, 0);
                return count;
            }
            if (!filtered) {
                reader.get().setObjectInputFilter(filter);
                filtered = true;
            }
            return super.read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return header > 0 || filtered ? super.available() : 0;
        }
    }
}
