/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.SeqnoList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a message takes no more memory than its frame has bytes, whatever it announces. */
class FrameEndTest {

    private final ByteArrayDataOutputStream frame = new ByteArrayDataOutputStream(100);

    @Test
    void aPayloadOfTheFrameIsRead() throws Exception {
        frame.writeInt(3);
        frame.write(new byte[] {1, 2, 3, 4});
        PayloadMessage message = new PayloadMessage();

        message.readPayload(read());

        assertThat(message.getLength()).isEqualTo(3);
        assertThat(message.getArray()).containsExactly(1, 2, 3);
    }

    @Test
    void noPayloadIsRead() throws Exception {
        frame.writeInt(-1);
        PayloadMessage message = new PayloadMessage();

        message.readPayload(read());

        assertThat(message.getLength()).isZero();
        assertThat(message.getArray()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 1 << 30, Integer.MAX_VALUE})
    void aPayloadThatIsLongerThanTheFrameIsNotMade(int length) throws IOException {
        frame.writeInt(length);
        frame.write(new byte[4]);

        assertThatThrownBy(() -> new PayloadMessage().readPayload(read()))
                .isInstanceOf(EOFException.class)
                .hasMessage(length + " bytes announced in a frame that has 4 left");
    }

    @Test
    void aListOfMissingMessagesIsRead() throws Exception {
        SeqnoList missing = new SeqnoList(200, 7).add(8, 70, 206);
        type();
        missing.writeTo(frame);
        EngineMessage message = new EngineMessage();

        message.readPayload(read());

        assertThat(message.<SeqnoList>getObject()).containsExactly(8L, 70L, 206L);
    }

    @ParameterizedTest
    @ValueSource(ints = {129, 1 << 30, Integer.MAX_VALUE})
    void aListOfMissingMessagesThatIsLongerThanTheFrameIsNotMade(int bits) throws IOException {
        type();
        frame.writeInt(bits);
        frame.writeLong(7);
        frame.write(new byte[16]);

        assertThatThrownBy(() -> new EngineMessage().readPayload(read()))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining(" bytes announced in a frame that has 28 left");
    }

    private void type() throws IOException {
        frame.writeByte(1);
        frame.writeShort(ClassConfigurator.getMagicNumber(SeqnoList.class));
    }

    private DataInput read() {
        return new ByteArrayDataInputStream(frame.buffer(), 0, frame.position());
    }
}
