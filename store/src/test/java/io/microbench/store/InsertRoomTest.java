// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InsertRoomTest {

    /** Three quarters of the heap are large enough for three portions of keys. */
    private final InsertRoom room = InsertRoom.onHeap(4L * InsertRoom.PORTION * 100);

    @Test
    void usesThreeQuartersOfTheHeap() {
        for (int i = 0; i < 3; i++) {
            assertThat(room.take()).isEqualTo(InsertRoom.PORTION);
        }
        assertThatThrownBy(room::take)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("More than 3072 keys were inserted in one iteration")
                .hasMessageContaining("-Dmicrobench.measurementTime=")
                .hasMessageContaining("-Dmicrobench.jvmArgs=-Xmx4g");
    }

    @Test
    void resetsForTheNextIteration() {
        for (int i = 0; i < 3; i++) {
            room.take();
        }
        room.reset();

        assertThat(room.take()).isEqualTo(InsertRoom.PORTION);
    }
}
