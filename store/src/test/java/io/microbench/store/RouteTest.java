// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteTest {

    private static final int OPERATIONS = 900;

    private static List<Store> members() {
        StubBackend backend = new StubBackend(Set.of(Durability.MEMORY), OptionalLong.empty()) {};
        return List.of(backend.new StubStore(), backend.new StubStore(), backend.new StubStore());
    }

    private static List<Long> puts(Route route, int worker) throws IOException {
        List<Store> members = members();
        Store store = route.of(members, worker);
        for (long key = 0; key < OPERATIONS; key++) {
            store.put(key, new byte[0]);
        }
        List<Long> each = new ArrayList<>();
        for (Store member : members) {
            long count = 0;
            for (long key = 0; key < OPERATIONS; key++) {
                count += member.get(key).isPresent() ? 1 : 0;
            }
            each.add(count);
        }
        return each;
    }

    @Test
    void randomUsesMembersAboutEquallyOften() throws IOException {
        assertThat(puts(Route.of("random"), 0))
                .allSatisfy(count -> assertThat(count).isBetween(200L, 400L));
        assertThat(puts(Route.of("random"), 0)).isNotEqualTo(puts(Route.of("random"), 1));
    }

    @Test
    void fixedUsesOneMemberPerWorker() throws IOException {
        assertThat(puts(Route.of("fixed"), 1)).containsExactly(0L, (long) OPERATIONS, 0L);
        assertThat(puts(Route.of("fixed"), 3)).containsExactly((long) OPERATIONS, 0L, 0L);
    }

    @Test
    void rejectsOtherNames() {
        assertThatThrownBy(() -> Route.of("nearest")).hasMessage("route = \"nearest\": expected one of random, fixed");
    }
}
