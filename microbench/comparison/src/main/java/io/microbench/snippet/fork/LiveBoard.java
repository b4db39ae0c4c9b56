// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The shared state of a live fork and its host: a file that both map into memory.
 *
 * <p>The host writes the requested number of workers; the fork writes the actual number, the number of completed calls,
 * and the time. The fork's values are consistent: a sequence number is odd during a write, and a reader retries until
 * it reads the same even number before and after.
 */
public final class LiveBoard {

    public static final String FILE = ".live";

    /** The number of workers that requests the end of the fork. */
    public static final int END = -1;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final int WANTED = 0;
    private static final int ROUND = Long.BYTES;
    private static final int WORKERS = 2 * Long.BYTES;
    private static final int CALLS = 3 * Long.BYTES;
    private static final int NANOS = 4 * Long.BYTES;
    private static final int SIZE = 5 * Long.BYTES;

    private final ByteBuffer memory;

    private LiveBoard(ByteBuffer memory) {
        this.memory = memory;
    }

    /**
     * The last values of the fork.
     *
     * @param round 0 before the first write
     * @param workers number of busy workers
     * @param calls number of calls completed by all workers
     * @param nanos nanoseconds since the first call began
     */
    public record Reading(long round, int workers, long calls, long nanos) {}

    /** Opens the file, and creates it if it does not exist. */
    public static LiveBoard open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new LiveBoard(channel.map(MapMode.READ_WRITE, 0, SIZE));
        }
    }

    /** Opens the board of the current fork. */
    static LiveBoard ofThisFork() throws IOException {
        return open(Path.of(System.getProperty(SnippetProperties.FOLDER, "")).resolve(FILE));
    }

    /** Sets the requested number of workers; 0 to make them wait, {@link #END} to end the fork. */
    public void want(int workers) {
        LONGS.setRelease(memory, WANTED, (long) workers);
    }

    int wanted() {
        return (int) (long) LONGS.getAcquire(memory, WANTED);
    }

    /** Writes the counts for the host; call it from one thread only. */
    void write(int workers, long calls, long nanos) {
        long round = (long) LONGS.getAcquire(memory, ROUND);
        LONGS.setVolatile(memory, ROUND, round + 1);
        LONGS.setVolatile(memory, WORKERS, (long) workers);
        LONGS.setVolatile(memory, CALLS, calls);
        LONGS.setVolatile(memory, NANOS, nanos);
        LONGS.setVolatile(memory, ROUND, round + 2);
    }

    /** Returns the last values of the fork; they may be inconsistent if it was killed during a write. */
    public Reading read() {
        Reading reading = once();
        for (int tries = 0; tries < 1000; tries++) {
            Reading again = once();
            if (reading.round() % 2 == 0 && again.equals(reading)) {
                break;
            }
            reading = again;
        }
        return reading;
    }

    private Reading once() {
        return new Reading(
                (long) LONGS.getVolatile(memory, ROUND),
                (int) (long) LONGS.getVolatile(memory, WORKERS),
                (long) LONGS.getVolatile(memory, CALLS),
                (long) LONGS.getVolatile(memory, NANOS));
    }
}
