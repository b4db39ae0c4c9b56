// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.members.StoreNodes.StoreAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreAddressTest {

    @Test
    void parsesItsForwardedForm() {
        StoreAddress address = new StoreAddress(
                List.of(
                        new MemberLocation(1, "127.0.0.1", List.of(7001, 7002)),
                        new MemberLocation(2, "127.0.0.1", List.of(7003, 7004))),
                "/var/stores/1");

        assertThat(address.values())
                .containsEntry("members", "127.0.0.1:7001+7002,127.0.0.1:7003+7004")
                .containsEntry("storeFolder", "/var/stores/1");
        assertThat(StoreAddress.read(name -> address.values().getOrDefault(name, "")))
                .isEqualTo(address);
    }
}
