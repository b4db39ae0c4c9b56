// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static io.microbench.store.members.Histories.KEY;
import static io.microbench.store.members.Histories.delete;
import static io.microbench.store.members.Histories.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.members.FaultClient.Values;
import io.microbench.store.members.FaultRun.LostWrites;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LostWritesTest {

    private static final Operation FIRST = put(0, 5, 1, 2);
    private static final Operation SECOND = put(0, 6, 3, 4);

    @Test
    void reportsAMissingLastWrite() {
        assertThat(LostWrites.of(List.of(FIRST, SECOND), Map.of(KEY, 6L))).isEmpty();
        assertThat(LostWrites.of(List.of(FIRST, SECOND), Map.of(KEY, 5L))).containsExactly(SECOND);
        assertThat(LostWrites.of(List.of(FIRST, SECOND), Map.of())).containsExactly(SECOND);
    }

    @Test
    void countsDeletesAsWrites() {
        Operation delete = delete(0, 3, 4);

        assertThat(LostWrites.of(List.of(FIRST, delete), Map.of())).isEmpty();
        assertThat(LostWrites.of(List.of(FIRST, delete), Map.of(KEY, 5L))).containsExactly(delete);
    }

    @Test
    void acceptsEitherOfConcurrentWrites() {
        Operation overlapping = put(1, 7, 2, 5);

        assertThat(LostWrites.of(List.of(FIRST, SECOND, overlapping), Map.of(KEY, 6L)))
                .isEmpty();
        assertThat(LostWrites.of(List.of(FIRST, SECOND, overlapping), Map.of(KEY, 7L)))
                .isEmpty();
        assertThat(LostWrites.of(List.of(FIRST, SECOND, overlapping), Map.of(KEY, 5L)))
                .containsExactly(SECOND);
    }

    @Test
    void acceptsALateUnacknowledgedWrite() {
        Operation early = put(1, 7, 0, 0).withoutReturn();

        assertThat(LostWrites.of(List.of(early, FIRST, SECOND), Map.of(KEY, 7L)))
                .isEmpty();
        assertThat(LostWrites.of(List.of(early, FIRST, SECOND), Map.of())).containsExactly(SECOND);
        assertThat(LostWrites.of(List.of(early), Map.of())).isEmpty();
    }

    @Test
    void reportsAWriteReplacedByAnUnknownValue() {
        assertThat(LostWrites.of(List.of(FIRST), Map.of(KEY, Values.STRANGE))).containsExactly(FIRST);
    }
}
