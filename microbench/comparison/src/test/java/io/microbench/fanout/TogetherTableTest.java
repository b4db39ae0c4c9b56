// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.fanout.Round.RoundFailure;
import io.microbench.fanout.TogetherCase.TogetherWarnings;
import io.microbench.fanout.TogetherRun.TogetherAnswer;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.snippet.CompiledQuestion;
import io.microbench.snippet.Question;
import io.microbench.snippet.Snippet;
import io.microbench.text.ConsoleStyle;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TogetherTableTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long MILLI = 1_000_000;

    private final TogetherCase one = new TogetherCase(
            Question.of(Snippet.of("work()")),
            new CompiledQuestion.One("work()", Map.of("n", "10"), Map.of()),
            2,
            List.of("a", "b"));

    private void round(double a, double b) {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        rates.put("a", List.of(a));
        rates.put("b", List.of(b));
        one.add(Map.of(), new RoundRates(rates, 3 * MILLI, 600 * MILLI), START, START.plusSeconds(1));
    }

    private void lose() {
        Failure failure = new Failure(Failure.Kind.NODE_LOST, "it was killed", "", List.of(), List.of());
        one.fail(Map.of(), new RoundFailure("b", failure, true), START, START.plusSeconds(1));
    }

    private String table() {
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                START,
                Optional.empty(),
                EnvironmentProbe.here(),
                List.of(),
                List.of(),
                Optional.empty());
        return new TogetherAnswer(run, List.of(one.score()), List.of(), List.of(), false).table(ConsoleStyle.plain());
    }

    @Test
    void listsNodesThenSum() {
        round(1000, 3000);

        assertThat(table()).isEqualTo("""
            Snippet         Node  ||     ips  ±       Time
            work(), n = 10  a      2  1.00 k       2.00 ms
                            b      2  3.00 k     666.67 µs
                            all    4  4.00 k       1.00 ms
            All nodes started within 3 ms of each other, and measured together for 600 ms or more in each round.
            """);
    }

    @Test
    void ignoresLostRound() {
        round(1000, 3000);
        lose();

        assertThat(one.rounds()).isEqualTo(1);
        assertThat(one.score().sum().rate()).isCloseTo(4000, within(1e-6));
        assertThat(new TogetherWarnings(List.of(one), List.of()).failures())
                .containsExactly("\"work()\" lost node b (it was killed). That round is discarded; the result has"
                        + " 1 earlier round.");
    }

    @Test
    void returnsEmptyWithoutResults() {
        lose();

        assertThat(table()).isEmpty();
    }

    @Test
    void warnsAboutNodesOnOneMachine() {
        RunNode a = new RunNode("a", EnvironmentProbe.here());
        RunNode b = new RunNode("b", EnvironmentProbe.here());

        assertThat(new TogetherWarnings(List.of(), List.of(a, b)).all())
                .singleElement()
                .asString()
                .startsWith("Nodes a, b are on one machine");
    }
}
