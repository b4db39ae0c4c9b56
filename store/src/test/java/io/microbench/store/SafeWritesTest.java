// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SafeWritesTest {

    private static final long SECOND = 1_000_000_000;
    private static final long FORCE = 100_000;

    @Test
    void acceptsAWritePerSync() {
        assertThat(new SafeWrites(1, 10_000, 10_000, SECOND, 1, OptionalLong.of(10_000)).breach(FORCE))
                .isEmpty();
        assertThat(new SafeWrites(1, 10_000, 10_000, SECOND, 1, OptionalLong.empty()).breach(FORCE))
                .isEmpty();
        assertThat(new SafeWrites(1, 0, 0, SECOND, 1, OptionalLong.of(0)).breach(FORCE))
                .isEmpty();
    }

    @Test
    void rejectsAWorkerThatIsFasterThanTheDisk() {
        assertThat(new SafeWrites(1, 20_000, 20_000, SECOND, 1, OptionalLong.of(20_000)).breach(FORCE))
                .contains(
                        "not safe: a worker made 20000 writes of 50.0 us each, and the fastest sync of this disk takes"
                                + " 100.0 us");
    }

    @Test
    void syncServesAtMostOneWritePerWorker() {
        assertThat(new SafeWrites(4, 10, 40, SECOND, 1, OptionalLong.of(10)).breach(FORCE))
                .isEmpty();
        assertThat(new SafeWrites(4, 10, 37, SECOND, 1, OptionalLong.of(9)).breach(FORCE))
                .contains("not safe: 9 disk syncs for 37 writes by 4 workers; expected at least 10");
    }

    @Test
    void eachMemberOfAMajorityNeedsSyncs() {
        assertThat(new SafeWrites(4, 10, 40, SECOND, 2, OptionalLong.of(20)).breach(FORCE))
                .isEmpty();
        assertThat(new SafeWrites(4, 10, 40, SECOND, 2, OptionalLong.of(19)).breach(FORCE))
                .contains("not safe: 19 disk syncs for 40 writes by 4 workers; expected at least 20");
    }
}
