// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.ForkProbe.EmptyCall;
import io.microbench.result.IterationSigns;
import io.microbench.result.MadeRecords;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallWarningsEmptyTest {

    private static final Map<String, String> NOTHING = Map.of(EmptyCall.NANOS, "0.35");

    private static MadeCase made(double... nanos) {
        return new MadeCase().score("avgt", nanos[0], "ns/op").iterations(nanos).echo(NOTHING);
    }

    private static List<Warning> warnings(MadeCase made) {
        return CallWarnings.empty(made.result()).stream().toList();
    }

    @Test
    void reportsCallAsShortAsEmptyOneWithBothTimes() {
        assertThat(warnings(made(0.36, 0.36, 0.36))).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.TOO_FAST);
            assertThat(warning.message())
                    .startsWith("a call takes 0.36 ns, which cannot be distinguished from the 0.35 ns of an"
                            + " empty call")
                    .contains("optimised away");
        });
    }

    @Test
    void scalesWithSpeedOfMachine() {
        Map<String, String> slow = Map.of(EmptyCall.NANOS, "0.80");

        assertThat(warnings(made(0.81, 0.82, 0.80).echo(slow))).hasSize(1);
        assertThat(warnings(made(1.81, 1.82, 1.80).echo(slow))).isEmpty();
    }

    @Test
    void acceptsWorkOfOneNanosecond() {
        assertThat(warnings(made(1.0, 1.02, 0.98))).isEmpty();
        assertThat(warnings(made(1.0))).isEmpty();
        assertThat(warnings(made(0.6, 0.61, 0.6))).isEmpty();
        assertThat(warnings(made(0.46, 0.461, 0.46))).isEmpty();
    }

    @Test
    void comparesSingleIterationWithoutInterval() {
        assertThat(warnings(made(0.5))).hasSize(1);
        assertThat(warnings(made(0.55))).isEmpty();
    }

    @Test
    void ignoresWideInterval() {
        assertThat(warnings(made(0.4, 20, 300))).isEmpty();
    }

    @Test
    void reportsIntervalThatIncludesEmptyCall() {
        assertThat(warnings(made(0.40, 0.55, 0.44))).hasSize(1);
    }

    @Test
    void excludesTimeWithoutProcessor() {
        IterationSigns waiting = MadeRecords.signs(1, 0.9, 0, 0, 0, 0, true);

        assertThat(warnings(made(3.5).first(waiting))).hasSize(1);
        assertThat(warnings(made(35).first(waiting))).isEmpty();
    }

    @Test
    void convertsRatesThreadsAndOperationsToCallsOfOneThread() {
        assertThat(warnings(made(2.8).score("thrpt", 2.8, "ops/ns"))).hasSize(1);
        assertThat(warnings(made(2.8).score("thrpt", 2.8, "ops/ns").threads(8))).isEmpty();
        assertThat(warnings(made(0.036).operationsPerInvocation(10))).hasSize(1);
        assertThat(warnings(made(0.36).operationsPerInvocation(10))).isEmpty();
    }

    @Test
    void ignoresForkWithoutEmptyCallTime() {
        assertThat(warnings(made(0.01).echo(Map.of()))).isEmpty();
        assertThat(warnings(made(0.01).echo(Map.of(EmptyCall.NANOS, "?")))).isEmpty();
    }
}
