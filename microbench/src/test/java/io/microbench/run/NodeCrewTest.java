/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeCrewTest {

    private final TestClock clock = new TestClock();
    private final NodeCrew crew = new NodeCrew(2, clock);

    @Test
    void isThereWhileOneNodeMeasures() {
        crew.retired("a cannot be used");

        assertThat(crew.isGone()).isFalse();
        assertThat(crew.gone()).containsExactly("a cannot be used");
    }

    @Test
    void isGoneAtOnceWhenNoNodeCanComeBack() {
        crew.retired("a cannot be used");
        crew.retired("b cannot be used");

        assertThat(crew.isGone()).isTrue();
    }

    @Test
    void waitsForNodesThatAreLost() {
        crew.retired("a cannot be used");
        crew.lost("b is lost");

        clock.pass(NodeCrew.PATIENCE.minusMillis(1));
        assertThat(crew.isGone()).isFalse();
        clock.pass(Duration.ofMillis(1));
        assertThat(crew.isGone()).isTrue();
    }

    @Test
    void isThereAgainWhenANodeComesBack() {
        crew.lost("a is lost");
        crew.lost("b is lost");
        crew.back();
        clock.pass(NodeCrew.PATIENCE);

        assertThat(crew.isGone()).isFalse();
    }
}
