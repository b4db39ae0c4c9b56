// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.run.NodeWorker.NodeCrew;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeCrewTest {

    private final TestClock clock = new TestClock();
    private final NodeCrew crew = new NodeCrew(2, clock);

    @Test
    void isAvailableWhileOneNodeMeasures() {
        crew.gone(new UnavailableNode("a", "frozen", false));

        assertThat(crew.isGone()).isFalse();
        assertThat(crew.gone()).containsExactly("a cannot be used (frozen)");
    }

    @Test
    void isUnavailableIfNoNodeCanReturn() {
        crew.gone(new UnavailableNode("a", "frozen", false));
        crew.gone(new UnavailableNode("b", "frozen", false));

        assertThat(crew.isGone()).isTrue();
    }

    @Test
    void waitsForLostNodes() {
        crew.gone(new UnavailableNode("a", "frozen", false));
        crew.gone(new UnavailableNode("b", "frozen", true));

        clock.pass(NodeCrew.PATIENCE.minusMillis(1));
        assertThat(crew.isGone()).isFalse();
        clock.pass(Duration.ofMillis(1));
        assertThat(crew.isGone()).isTrue();
    }

    @Test
    void isAvailableAgainWhenNodeReturns() {
        crew.gone(new UnavailableNode("a", "frozen", true));
        crew.gone(new UnavailableNode("b", "frozen", true));
        crew.back();
        clock.pass(NodeCrew.PATIENCE);

        assertThat(crew.isGone()).isFalse();
    }
}
