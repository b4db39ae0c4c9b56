// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.Signs.StopReason;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PilotTest {

    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    private final List<Point> seen = new ArrayList<>();

    /** Decides after the given number of points. */
    private StopRule after(int points, Decision decision) {
        return new StopRule() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Watch begin() {
                return point -> {
                    seen.add(point);
                    return seen.size() == points ? decision : new Decision.Continue();
                };
            }
        };
    }

    private StopRule never() {
        return after(-1, new Decision.Continue());
    }

    private static Point point(double value) {
        return new Point(value, 0.1, 0);
    }

    @Test
    void endsWhenRuleIsDone() {
        Pilot pilot = new Pilot(after(3, new Decision.Done(1)), NO_LIMIT);

        assertThat(pilot.afterQuiet(point(1))).isEmpty();
        assertThat(pilot.afterQuiet(point(2))).isEmpty();
        assertThat(pilot.afterQuiet(point(3))).contains(new Pilot.End(StopReason.STEADY, 1));
    }

    @Test
    void endsWhenRuleReportsThatItWillNeverBeSteady() {
        Pilot pilot = new Pilot(after(2, new Decision.Unsteady(0)), NO_LIMIT);

        pilot.afterQuiet(point(1));
        assertThat(pilot.afterQuiet(point(2))).contains(new Pilot.End(StopReason.UNSTEADY, 0));
    }

    /** The rule counts the iterations that it sees; the host counts all. */
    @Test
    void hidesStarvedIterationFromRuleButCountsItsIndex() {
        Pilot pilot = new Pilot(after(2, new Decision.Done(1)), NO_LIMIT);

        assertThat(pilot.afterBusy(0.1)).isEmpty();
        pilot.afterQuiet(point(1));
        assertThat(pilot.afterBusy(0.1)).isEmpty();
        assertThat(pilot.afterQuiet(point(2))).contains(new Pilot.End(StopReason.STEADY, 3));
        assertThat(seen).extracting(Point::value).containsExactly(1.0, 2.0);
    }

    /** JMH runs one more iteration after the decision, and that one must end in time, too. */
    @Test
    void endsOneIterationBeforeTimeLimit() {
        Pilot pilot = new Pilot(never(), 0.45);
        Optional<Pilot.End> end = Optional.empty();
        int iterations = 0;
        while (end.isEmpty()) {
            end = pilot.afterQuiet(point(1));
            iterations++;
        }

        assertThat(iterations).isEqualTo(4);
        assertThat(end).contains(new Pilot.End(StopReason.OUT_OF_TIME, 2));
    }

    @Test
    void acceptsOneLongOperationInShortTime() {
        Pilot pilot = new Pilot(never(), 1);

        assertThat(pilot.afterQuiet(new Point(5, 5, 0))).contains(new Pilot.End(StopReason.OUT_OF_TIME, 0));
    }

    @Test
    void yieldsNoScoreWithoutQuietIterations() {
        assertThat(new Pilot(never(), 0.1).afterBusy(0.1)).contains(new Pilot.End(StopReason.NO_QUIET_TIME, 0));
    }

    @Test
    void yieldsNoScoreWithFewQuietIterations() {
        Pilot pilot = new Pilot(never(), 1);
        pilot.afterQuiet(point(1));
        Optional<Pilot.End> end = Optional.empty();
        while (end.isEmpty()) {
            end = pilot.afterBusy(0.1);
        }

        assertThat(end.get().reason()).isEqualTo(StopReason.NO_QUIET_TIME);
    }

    @Test
    void givesUpOnPermanentlyBusyMachine() {
        Pilot pilot = new Pilot(never(), NO_LIMIT);
        int iterations = 1;
        while (pilot.afterBusy(0.1).isEmpty()) {
            iterations++;
        }

        assertThat(iterations).isEqualTo(101);
    }

    @Test
    void continuesWhileEveryThirdIterationIsQuiet() {
        Pilot pilot = new Pilot(never(), NO_LIMIT);

        for (int i = 0; i < 1000; i++) {
            assertThat(i % 3 == 0 ? pilot.afterQuiet(point(1)) : pilot.afterBusy(0.1))
                    .isEmpty();
        }
    }
}
