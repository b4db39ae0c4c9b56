// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import static io.microbench.fanout.SnippetCommand.Kind.GO;
import static io.microbench.fanout.SnippetCommand.Kind.PREPARE;
import static io.microbench.fanout.SnippetCommand.Kind.STOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fanout.Round.RoundFailure;
import io.microbench.fanout.RoundRates.CommonWindow;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTest {

    private static final Duration MEASURE = Duration.ofMillis(200);
    private static final long MILLI = 1_000_000;

    private final ScriptedNodes nodes = new ScriptedNodes();

    @Test
    void waitsForLastNode() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a").readyAfter(10);
        ScriptedNodes.Node other = nodes.add("b").readyAfter(3000);

        Round.Outcome outcome = nodes.round(MEASURE);

        assertThat(outcome.problem()).isEmpty();
        assertThat(one.received).containsExactly(PREPARE, GO, STOP);
        assertThat(other.received).containsExactly(PREPARE, GO, STOP);
        assertThat(outcome.times().keySet()).containsExactly("a", "b");
        assertThat(outcome.times().values())
                .allSatisfy(times -> assertThat(times.earliest()).isGreaterThanOrEqualTo(3000 * MILLI));
        assertThat(outcome.forks().keySet()).containsExactly("a", "b");
    }

    @Test
    void measuresLongEnoughDespiteLateStart() throws InterruptedException {
        nodes.add("a").startsAfter(1);
        nodes.add("b").startsAfter(80);

        Round.Outcome outcome = nodes.round(MEASURE);

        CommonWindow window = CommonWindow.of(List.copyOf(outcome.times().values()));
        assertThat(outcome.times().values())
                .allSatisfy(times -> assertThat(window.covered(times)).isGreaterThanOrEqualTo(MEASURE.toNanos()));
        // The true difference is 79 ms; counts are 10 ms apart.
        assertThat(CommonWindow.spread(List.copyOf(outcome.times().values()))).isBetween(79 * MILLI, 100 * MILLI);
    }

    @Test
    void namesNodeThatIsNotReadyInTime() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a");
        nodes.add("b").readyAfter(60_000);

        RoundFailure problem = nodes.round(MEASURE).problem().orElseThrow();

        assertThat(problem.node()).isEqualTo("b");
        assertThat(problem.failure().kind()).isEqualTo(Failure.Kind.TIMED_OUT);
        assertThat(problem.failure().message()).startsWith("was not ready to start within 10.0 s.");
        assertThat(problem.end()).isTrue();
        assertThat(one.received).containsExactly(PREPARE, STOP);
    }

    @Test
    void endsAllForksIfSnippetThrows() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a");
        nodes.add("b").throwsAfterGo(50);

        Round.Outcome outcome = nodes.round(Duration.ofSeconds(30));

        RoundFailure problem = outcome.problem().orElseThrow();
        assertThat(problem.node()).isEqualTo("b");
        assertThat(problem.failure().message()).isEqualTo("boom");
        assertThat(problem.end()).isFalse();
        assertThat(outcome.times()).isEmpty();
        assertThat(one.received).containsExactly(PREPARE, GO, STOP);
        assertThat(one.closed).isFalse();
        // The other fork ended, too, and ran its done code.
        assertThat(outcome.forks().keySet()).contains("a");
        assertThat(nodes.millis()).isLessThan(1000);
    }

    @Test
    void endsAllForksIfNodeIsLost() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a");
        ScriptedNodes.Node other = nodes.add("b").lostAfterGo(70);

        Round.Outcome outcome = nodes.round(Duration.ofSeconds(30));

        RoundFailure problem = outcome.problem().orElseThrow();
        assertThat(problem.node()).isEqualTo("b");
        assertThat(problem.failure().kind()).isEqualTo(Failure.Kind.NODE_LOST);
        assertThat(problem.failure().message()).isEqualTo("it was killed");
        assertThat(problem.end()).isTrue();
        assertThat(one.received).containsExactly(PREPARE, GO, STOP);
        assertThat(other.received).containsExactly(PREPARE, GO);
        assertThat(outcome.forks().keySet()).containsExactly("a");
    }

    @Test
    void endsAndNamesForkThatDoesNotEnd() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a");
        ScriptedNodes.Node other = nodes.add("b").hangs();

        RoundFailure problem = nodes.round(MEASURE).problem().orElseThrow();

        assertThat(problem.node()).isEqualTo("b");
        assertThat(problem.failure().message()).startsWith("did not end within 20.0 s.");
        assertThat(one.closed).isFalse();
        assertThat(other.closed).isTrue();
    }

    @Test
    void returnsSoonAfterStop() throws InterruptedException {
        ScriptedNodes.Node one = nodes.add("a");
        ScriptedNodes.Node other = nodes.add("b").hangs();
        nodes.stopAt(100);

        RoundFailure problem = nodes.round(Duration.ofSeconds(30)).problem().orElseThrow();

        assertThat(problem.failure().kind()).isEqualTo(Failure.Kind.STOPPED);
        assertThat(one.received).containsExactly(PREPARE, GO, STOP);
        assertThat(other.closed).isTrue();
        assertThat(nodes.millis()).isLessThan(5000);
    }
}
