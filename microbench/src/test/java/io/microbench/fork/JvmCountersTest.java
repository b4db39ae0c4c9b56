// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.JvmCounters.Safepoints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files in HotSpot's format, and the one of this JVM. */
class JvmCountersTest {

    private static final int HEAD = 32;

    @TempDir
    Path folder;

    /** One entry: a header of 20 bytes, the name, and the value at the next multiple of eight. */
    private static byte[] entry(ByteOrder order, String name, char type, int vector, long value) {
        int place = (20 + name.length() + 1 + 7) / 8 * 8;
        ByteBuffer entry = ByteBuffer.allocate(place + 8).order(order);
        entry.putInt(place + 8).putInt(20).putInt(vector).put((byte) type).put(new byte[3]);
        entry.putInt(place).put(name.getBytes(StandardCharsets.US_ASCII));
        entry.putLong(place, value);
        return entry.array();
    }

    private static byte[] file(ByteOrder order, byte[]... entries) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        head.putInt(0xCAFEC0C0).put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0));
        head.put((byte) 2).put((byte) 0).put((byte) 1);
        head.order(order).putInt(24, HEAD).putInt(28, entries.length);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(head.array());
        for (byte[] entry : entries) {
            all.write(entry);
        }
        return all.toByteArray();
    }

    private Path write(byte... bytes) throws IOException {
        return Files.write(folder.resolve("1234"), bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void findsNumbersByName(String name) throws IOException {
        ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        JvmCounters counters = JvmCounters.in(write(file(
                        order,
                        entry(order, "java.property.java.version", 'B', 8, 1),
                        entry(order, "sun.rt.safepoints", 'J', 0, 4_000_000_000L),
                        entry(order, "sun.gc.last", 'J', 0, 7))))
                .orElseThrow();

        assertThat(counters.value("sun.rt.safepoints")).hasValue(4_000_000_000L);
        assertThat(counters.value("sun.gc.last")).hasValue(7);
        assertThat(counters.value("java.property.java.version")).isEmpty();
        assertThat(counters.value("sun.rt.none")).isEmpty();
    }

    @Test
    void returnsNothingForOtherFiles() throws IOException {
        ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        byte[] whole = file(order, entry(order, "a", 'J', 0, 1), entry(order, "b", 'J', 0, 2));
        byte[] later = whole.clone();
        later[5] = 3;

        assertThat(JvmCounters.in(folder.resolve("none"))).isEmpty();
        assertThat(JvmCounters.in(folder)).isEmpty();
        assertThat(JvmCounters.in(write())).isEmpty();
        assertThat(JvmCounters.in(write(new byte[64]))).isEmpty();
        assertThat(JvmCounters.in(write(Arrays.copyOf(whole, whole.length - 16))))
                .isEmpty();
        assertThat(JvmCounters.in(write(later))).isEmpty();
        assertThat(JvmCounters.in(write(whole))).isPresent();
    }

    /** An entry of length zero points to itself, and one with a negative length points backwards. */
    @ParameterizedTest
    @ValueSource(ints = {0, -64, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void stopsAtInvalidLengths(int length) throws IOException {
        ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        byte[] odd = file(order, entry(order, "a", 'J', 0, 1), entry(order, "b", 'J', 0, 2));
        ByteBuffer.wrap(odd).order(order).putInt(HEAD, length);

        assertThat(JvmCounters.in(write(odd))
                        .filter(counters -> counters.value("b").isPresent()))
                .isEmpty();
    }

    @Test
    void convertsStopsToSecondsByClockFrequency() throws IOException {
        ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        byte[][] entries = {
            entry(order, "sun.rt.safepoints", 'J', 0, 12),
            entry(order, "sun.rt.safepointSyncTime", 'J', 0, 250),
            entry(order, "sun.rt.safepointTime", 'J', 0, 1250),
            entry(order, "sun.os.hrt.frequency", 'J', 0, 1000)
        };

        assertThat(JvmCounters.in(write(file(order, entries))).flatMap(Safepoints::read))
                .contains(new Safepoints(12, 1.5));
        assertThat(JvmCounters.in(write(file(order, Arrays.copyOf(entries, 3)))).flatMap(Safepoints::read))
                .isEmpty();
        assertThat(new Safepoints(12, 1.5).since(new Safepoints(10, 1))).isEqualTo(new Safepoints(2, 0.5));
    }

    /** A requested collection stops all threads. */
    @Test
    void countsStopsOfThisJvm() {
        JvmCounters counters = JvmCounters.ofThisJvm().orElseThrow();
        Safepoints early = Safepoints.read(counters).orElseThrow();
        System.gc();
        Safepoints span = Safepoints.read(counters).orElseThrow().since(early);

        assertThat(span.count()).isPositive();
        assertThat(span.seconds()).isPositive();
    }
}
