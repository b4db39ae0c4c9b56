/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DepartureTest {

    private final Address b = MemberAddress.create("b", "127.0.0.1:2");
    private final Address c = MemberAddress.create("c", "127.0.0.1:3");
    private final Departure departure = new Departure(Duration.ofMinutes(10));
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Test
    void waitsUntilEachNodeHasReadIt() throws Exception {
        Thread reader = new Thread(() -> {
            sleep(20);
            departure.read(b);
            sleep(20);
            events.add("read by c");
            departure.read(c);
        });
        departure.announce(
                Set.of(b, c),
                node -> {
                    if (node.equals(b)) {
                        reader.start();
                    }
                },
                node -> true);
        events.add("left");

        assertThat(events).containsExactly("read by c", "left");
        reader.join();
    }

    @Test
    void doesNotWaitForANodeThatIsNoMemberAnyMore() {
        departure.announce(Set.of(b, c), node -> departure.read(b), node -> !node.equals(c));
    }

    @Test
    void doesNotWaitLongForAFrozenNode() {
        new Departure(Duration.ofMillis(1)).announce(Set.of(b), node -> events.add("told"), node -> true);

        assertThat(events).containsExactly("told");
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
