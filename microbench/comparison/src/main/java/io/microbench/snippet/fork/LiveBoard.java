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
 * What a live fork and its host tell each other: a file that both map into memory.
 *
 * <p>The host writes how many workers are to run; the fork writes how many do, how many calls they have completed, and in which
 * time. What the fork writes belongs together: a round is odd while it is being written, and a reader waits for an even one that
 * is the same before and after.
 */
public final class LiveBoard {

    /** Name of the file, in the folder of the fork. */
    public static final String FILE = ".live";

    /** What the host wants at the end. */
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
     * What the fork wrote last.
     *
     * @param round 0 before it has written anything
     * @param workers that are busy
     * @param calls that all workers have completed since the first began
     * @param nanos since the first began
     */
    public record Reading(long round, int workers, long calls, long nanos) {}

    /**
     * Opens the file, which is made if it is not there.
     *
     * @throws IOException if it cannot be mapped
     */
    public static LiveBoard open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new LiveBoard(channel.map(MapMode.READ_WRITE, 0, SIZE));
        }
    }

    /**
     * Opens that of the fork in which this runs.
     *
     * @throws IOException if it cannot be mapped
     */
    static LiveBoard ofThisFork() throws IOException {
        return open(Path.of(System.getProperty(Handover.FOLDER, "")).resolve(FILE));
    }

    /** Sets the number of workers that are to run; 0 while they are to wait, and {@link #END} at the end. */
    public void want(int workers) {
        LONGS.setRelease(memory, WANTED, (long) workers);
    }

    int wanted() {
        return (int) (long) LONGS.getAcquire(memory, WANTED);
    }

    /** Shows the host what was counted; to be called by one thread only. */
    void write(int workers, long calls, long nanos) {
        long round = (long) LONGS.getAcquire(memory, ROUND);
        LONGS.setVolatile(memory, ROUND, round + 1);
        LONGS.setVolatile(memory, WORKERS, (long) workers);
        LONGS.setVolatile(memory, CALLS, calls);
        LONGS.setVolatile(memory, NANOS, nanos);
        LONGS.setVolatile(memory, ROUND, round + 2);
    }

    /** Returns what the fork wrote last; of a fork that was killed as it wrote, perhaps not all of the same moment. */
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
