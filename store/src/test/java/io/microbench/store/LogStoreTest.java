// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a log with a lost or damaged end keeps the records before it, and continues from there. */
class LogStoreTest {

    private static final byte[] VALUE = {1, 2, 3, 4};
    private static final int RECORD = 20;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeThreeRecords() throws IOException {
        file = folder.resolve("log");
        try (Store store = new LogStore(file, false)) {
            for (int key = 0; key < 3; key++) {
                store.put(key, VALUE);
            }
        }
        assertThat(file).hasSize(3L * RECORD);
    }

    static IntStream lost() {
        return IntStream.rangeClosed(1, RECORD);
    }

    @ParameterizedTest
    @MethodSource("lost")
    void dropsATruncatedRecord(int bytes) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - bytes));

        continuesAfterTwoRecords();
    }

    @ParameterizedTest
    @MethodSource("lost")
    void dropsADamagedRecord(int at) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        whole[whole.length - at] ^= 0x40;
        Files.write(file, whole);

        continuesAfterTwoRecords();
    }

    private void continuesAfterTwoRecords() throws IOException {
        try (Store store = new LogStore(file, false)) {
            assertThat(store.get(1)).contains(VALUE);
            assertThat(store.get(2)).isEmpty();
            store.put(7, VALUE);
        }
        try (Store store = new LogStore(file, false)) {
            assertThat(store.get(1)).contains(VALUE);
            assertThat(store.get(7)).contains(VALUE);
        }
        assertThat(file).hasSize(3L * RECORD);
    }

    @Test
    void ignoresZeroesAtTheEnd() throws IOException {
        Files.write(file, new byte[1000], StandardOpenOption.APPEND);

        try (Store store = new LogStore(file, false)) {
            assertThat(store.get(0)).contains(VALUE);
            assertThat(store.get(2)).contains(VALUE);
        }
        assertThat(file).hasSize(3L * RECORD);
    }
}
