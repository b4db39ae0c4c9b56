// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts the iterations of two forks together, through a file that both map into memory.
 *
 * <p>Each fork writes the number of the iteration it is ready for; warm-up iterations count. The code that started both {@linkplain
 * #release releases} an iteration when both are ready for it. When a fork has ended, that code calls {@link #leave}, so that the other
 * fork does not wait.
 */
public final class IterationBarrier {

    /** The system property that names the file; not set in a fork that does not wait for another. */
    public static final String FILE = "microbench.fork.barrier";

    /** The system property with the fork's own index in the file, 0 or 1. */
    public static final String PLACE = "microbench.fork.place";

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int RELEASED = 2 * Long.BYTES;
    private static final int PROCESSES = 3 * Long.BYTES;
    private static final int SIZE = 5 * Long.BYTES;
    private static final long PAUSE_NANOS = 10_000;

    private final ByteBuffer memory;
    private final int own;
    private final int other;
    private long iteration;

    private IterationBarrier(ByteBuffer memory, int place) {
        this.memory = memory;
        this.own = place * Long.BYTES;
        this.other = (1 - place) * Long.BYTES;
    }

    /**
     * Opens the file, which is created if it does not exist.
     *
     * @param place index of the fork, 0 or 1
     */
    public static IterationBarrier open(Path file, int place) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new IterationBarrier(channel.map(MapMode.READ_WRITE, 0, SIZE), place);
        }
    }

    /** Opens the barrier of this fork; empty if it does not wait for another. */
    static Optional<IterationBarrier> ofThisFork() {
        return Optional.ofNullable(System.getProperty(FILE)).map(file -> {
            try {
                IterationBarrier barrier = open(Path.of(file), Integer.getInteger(PLACE, 0));
                LONGS.setVolatile(
                        barrier.memory,
                        PROCESSES + barrier.own,
                        ProcessHandle.current().pid());
                return barrier;
            } catch (IOException e) {
                throw new UncheckedIOException("The fork cannot map " + file, e);
            }
        });
    }

    /** Waits until the iteration is released (both forks are ready for it) or the other fork has ended. */
    public void await() {
        iteration++;
        // A fork that has left is not waited for, even while its JVM is still running.
        LONGS.compareAndSet(memory, own, iteration - 1, iteration);
        while ((long) LONGS.getVolatile(memory, RELEASED) < iteration
                && (long) LONGS.getVolatile(memory, other) < Long.MAX_VALUE) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns whether both forks are ready for the iteration, counted from 1; false once a fork has ended. */
    public boolean areReady(long number) {
        return (long) LONGS.getVolatile(memory, own) == number && (long) LONGS.getVolatile(memory, other) == number;
    }

    /** Lets both forks begin the iteration with this number. */
    public void release(long number) {
        LONGS.setVolatile(memory, RELEASED, number);
    }

    /** Returns the process id of the fork with this index; 0 before it has opened the file. */
    public long process() {
        return (long) LONGS.getVolatile(memory, PROCESSES + own);
    }

    /** Records that the fork with this index has ended, so that the other one no longer waits. */
    public void leave() {
        LONGS.setVolatile(memory, own, Long.MAX_VALUE);
    }
}
