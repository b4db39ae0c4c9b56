// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.HostCases;
import io.microbench.result.MadeRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteNodeHostTest {

    private static HostCases found(String nothing, String... warnings) {
        return new HostCases(
                MadeRecords.machine().build(), List.of(), List.of(), 4, nothing, List.of(warnings), List.of());
    }

    @Test
    void suspectsClassPathByDefault() {
        assertThat(RemoteNodeHost.reason(found(""))).isEqualTo("Its class path must be the same as that of this run.");
    }

    @Test
    void namesCasesThatNodeLeavesOut() {
        assertThat(RemoteNodeHost.reason(
                        found("", "2 chosen cases are not measured: p.Stores.insert (switched off: no etcd).")))
                .isEqualTo(
                        "Its class path must be the same as that of this run; tools and settings that cases need must be the same there."
                                + " Its warnings: 2 chosen cases are not measured: p.Stores.insert (switched off: no etcd).");
    }

    @Test
    void returnsReasonOfNodeWithoutCases() {
        assertThat(RemoteNodeHost.reason(found("No case is chosen of 4.", "w"))).isEqualTo("No case is chosen of 4.");
    }
}
