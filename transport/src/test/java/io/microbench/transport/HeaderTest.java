// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Header.GarbageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeaderTest {

    private static final Header SAMPLE = new Header(Header.Kind.ECHO, true, 100, 3, 1L << 40, -5, 7, Long.MIN_VALUE);

    private static ByteBuffer written() {
        ByteBuffer buffer = ByteBuffer.allocate(Header.BYTES);
        SAMPLE.write(buffer);
        return buffer.flip();
    }

    @Test
    void readsWrittenHeaders() throws IOException {
        ByteBuffer written = written();

        assertThat(written.remaining()).isEqualTo(Header.BYTES);
        assertThat(Header.read(written, 100)).isEqualTo(SAMPLE);
    }

    @Test
    void rejectsOtherData() {
        assertThatThrownBy(() -> Header.read(
                        ByteBuffer.wrap("GET / HTTP/1.1\r\n".repeat(4).getBytes(StandardCharsets.US_ASCII)), 100))
                .isInstanceOf(GarbageException.class)
                .hasMessageContaining("begins with 4745 54 20, expected 4d62");
        for (int damaged : new int[] {0, 1, 2, 3}) {
            ByteBuffer bytes = written();
            bytes.put(damaged, (byte) 0x7f);
            assertThatThrownBy(() -> Header.read(bytes, 100)).isInstanceOf(GarbageException.class);
        }
    }

    @Test
    void rejectsInvalidLengths() {
        assertThatThrownBy(() -> Header.read(written(), 99))
                .isInstanceOf(GarbageException.class)
                .hasMessageContaining("A frame of 100 bytes arrived; expected 0 to 99");
        ByteBuffer negative = written().putInt(4, -1);
        assertThatThrownBy(() -> Header.read(negative, 100)).hasMessageContaining("A frame of -1 bytes");
    }
}
