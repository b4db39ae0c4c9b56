// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counts after a power failure, see {@code src/build/check-power-loss}. */
class AcknowledgedReaderTest {

    @TempDir
    private Path folder;

    @Test
    void countsMissingAndChangedKeys() throws Exception {
        try (Store store = AcknowledgingWriter.open("log", Durability.SAFE, folder)) {
            for (long key : List.of(1L, 2L, 3L)) {
                store.put(key, AcknowledgingWriter.value(key));
            }
            store.put(2, new byte[] {1});
        }
        try (Store left = AcknowledgingWriter.open("log", Durability.SAFE, folder)) {
            assertThat(AcknowledgedReader.missing(left, List.of(1L, 2L, 3L, 4L)))
                    .containsExactly(2L, 4L);
        }
    }

    @Test
    void ignoresAnIncompleteKey() throws Exception {
        byte[] written = ByteBuffer.allocate(20).putLong(1).putLong(1L << 32).array();

        assertThat(AcknowledgedReader.acknowledged(new ByteArrayInputStream(written)))
                .containsExactly(1L, 1L << 32);
    }
}
