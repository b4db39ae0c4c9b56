// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads HotSpot's own counters from the file that {@code jstat} reads; this needs no JVM argument and no call into the JVM.
 *
 * <p>The file consists of a header of 32 bytes and a sequence of entries, each with its length, its name and its value
 * ({@code perfMemory.hpp} of the JDK, version 2 of the layout since JDK 5). It remains mapped: the JVM writes into the same
 * memory. A JVM with {@code -XX:-UsePerfData} or other than HotSpot has no such file; then counters are unknown.
 */
record JvmCounters(ByteBuffer memory, Map<String, Integer> places) {

    private static final int MAGIC = 0xCAFEC0C0;
    private static final byte LITTLE_ENDIAN = 1;
    private static final byte VERSION = 2;

    private static final int BYTE_ORDER = 4;

    private static final int MAJOR = 5;
    private static final int FIRST = 24;
    private static final int COUNT = 28;

    private static final int NAME = 4;

    private static final int LENGTH_OF_VECTOR = 8;
    private static final int TYPE = 12;
    private static final int VALUE = 16;

    private static final int SHORTEST = 20;

    private static final byte LONG = 'J';

    /** Returns the counters of this JVM. HotSpot ignores {@code java.io.tmpdir} for them. */
    static Optional<JvmCounters> ofThisJvm() {
        Path own = Path.of("hsperfdata_" + System.getProperty("user.name", ""))
                .resolve(pid(ManagementFactory.getRuntimeMXBean()));
        Optional<JvmCounters> usual = in(Path.of("/tmp").resolve(own));
        return usual.isPresent()
                ? usual
                : in(Path.of(System.getProperty("java.io.tmpdir", "/tmp")).resolve(own));
    }

    /** Returns the process id from the name of the JVM, which JMH has read before; {@code getPid} takes milliseconds. */
    static String pid(RuntimeMXBean runtime) {
        String name = runtime.getName();
        int at = name.indexOf('@');
        return at > 0 ? name.substring(0, at) : Long.toString(runtime.getPid());
    }

    /** Returns the counters in a file; empty if it has another format. */
    static Optional<JvmCounters> in(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer memory = channel.map(MapMode.READ_ONLY, 0, channel.size());
            if (memory.getInt(0) != MAGIC || memory.get(MAJOR) != VERSION) {
                return Optional.empty();
            }
            memory.order(memory.get(BYTE_ORDER) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            return Optional.of(new JvmCounters(memory, places(memory)));
        } catch (IOException | RuntimeException | InternalError e) {
            return Optional.empty();
        }
    }

    private static Map<String, Integer> places(ByteBuffer memory) {
        Map<String, Integer> places = new HashMap<>();
        byte[] copy = new byte[memory.capacity()];
        memory.get(0, copy);
        boolean little = memory.order() == ByteOrder.LITTLE_ENDIAN;
        int entry = integer(copy, FIRST, little);
        int count = integer(copy, COUNT, little);
        for (int i = 0; i < count; i++) {
            if (copy[entry + TYPE] == LONG && integer(copy, entry + LENGTH_OF_VECTOR, little) == 0) {
                places.put(
                        text(copy, entry + integer(copy, entry + NAME, little)),
                        entry + integer(copy, entry + VALUE, little));
            }
            int length = integer(copy, entry, little);
            if (length < SHORTEST) {
                throw new IllegalStateException("entry " + i + " is " + length + " long");
            }
            entry += length;
        }
        return places;
    }

    /** Reads an integer. The methods of a buffer are many times slower until they are compiled. */
    private static int integer(byte[] bytes, int at, boolean little) {
        int big = bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | (bytes[at + 3] & 0xFF);
        return little ? Integer.reverseBytes(big) : big;
    }

    private static String text(byte[] memory, int from) {
        int end = from;
        while (memory[end] != 0) {
            end++;
        }
        return new String(memory, from, end - from, StandardCharsets.UTF_8);
    }

    /** Returns the value of a counter; empty if it does not exist. */
    OptionalLong value(String name) {
        Integer place = places.get(name);
        try {
            return place == null ? OptionalLong.empty() : OptionalLong.of(memory.getLong(place));
        } catch (IndexOutOfBoundsException | InternalError e) {
            // The file was truncated.
            return OptionalLong.empty();
        }
    }

    /**
     * Records how often and for how long the JVM stopped all its threads: for a collection, a thread dump, or a
     * deoptimization.
     *
     * @param count the number of stops
     * @param seconds the time from the request to stop until the threads continued
     */
    record Safepoints(long count, double seconds) {

        private static final String COUNT = "sun.rt.safepoints";
        /** The counter of the time until the last thread has stopped. */
        private static final String STOPPING = "sun.rt.safepointSyncTime";
        /** The counter of the time from then on; before JDK 13, of the time from the request. */
        private static final String STOPPED = "sun.rt.safepointTime";

        private static final String TICKS_IN_A_SECOND = "sun.os.hrt.frequency";

        /** Reads the counters; empty if the JVM does not report them. */
        static Optional<Safepoints> read(JvmCounters counters) {
            OptionalLong count = counters.value(COUNT);
            OptionalLong stopping = counters.value(STOPPING);
            OptionalLong stopped = counters.value(STOPPED);
            long frequency = counters.value(TICKS_IN_A_SECOND).orElse(0);
            return count.isPresent() && stopping.isPresent() && stopped.isPresent() && frequency > 0
                    ? Optional.of(new Safepoints(
                            count.getAsLong(), (double) (stopping.getAsLong() + stopped.getAsLong()) / frequency))
                    : Optional.empty();
        }

        /** Returns the difference from an earlier reading. */
        Safepoints since(Safepoints earlier) {
            return new Safepoints(Math.max(0, count - earlier.count), Math.max(0, seconds - earlier.seconds));
        }
    }
}
