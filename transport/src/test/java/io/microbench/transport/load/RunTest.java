// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.microbench.transport.Options;
import io.microbench.transport.Places;
import io.microbench.transport.Transport;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests runs with real connections within this JVM. */
@Tag("any-jdk")
class RunTest {

    private static final Workload WORKLOAD = new Workload(1000, 100, 1, true, 1, 1);

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "local"})
    void clientsSendOnSchedule(String transport) throws Exception {
        Load.Schedule schedule = new Load.Schedule(2000, Duration.ofSeconds(60));
        Load load = new Load(
                WORKLOAD, 2, false, Timing.NONE, Optional.of(schedule), Duration.ofSeconds(1), Duration.ofSeconds(60));
        try (Places places =
                Places.inThisJvm(Transport.usable(transport), Options.DEFAULT.inFlight(Integer.MAX_VALUE), 2)) {
            List<ClientResult> results = Run.of(places, load, List.of(), Observer.none(), interval -> {})
                    .clients();

            assertThat(results).hasSize(2).allSatisfy(result -> {
                assertThat(result.problem()).isEmpty();
                assertThat(result.messages()).isEqualTo(100);
                assertThat(result.perNode()).containsExactly(50L, 50L);
                assertThat(result.legs().upload().getTotalCount()).isEqualTo(100);
                assertThat(result.legs().download().getTotalCount()).isEqualTo(100);
                assertThat(result.legs().response().getTotalCount()).isEqualTo(100);
                assertThat(result.legs().response().getMean())
                        .isGreaterThanOrEqualTo(result.legs().roundTrip().getMean());
            });
            assertThat(ClientResult.merged(results).requested()).contains(2000.0);
        }
    }

    @Test
    void clientsSendForATimeAfterAWarmUp() throws Exception {
        Timing timing = new Timing(Duration.ofMillis(50), Optional.of(Duration.ofSeconds(1)));
        Load load = new Load(
                new Workload(1000, Long.MAX_VALUE, 10, true, 1, 1),
                2,
                false,
                timing,
                Optional.empty(),
                Duration.ofMillis(200),
                Duration.ofSeconds(60));
        List<LoadInterval> told = new ArrayList<>();
        try (Places places = Places.inThisJvm(Transport.usable("nio"), Options.DEFAULT.inFlight(10), 1)) {
            RunResult run = Run.of(places, load, List.of(), Observer.none(), told::add);

            assertThat(run.isWhole()).isTrue();
            assertThat(run.intervals()).isEqualTo(told).isNotEmpty();
            ClientResult all = ClientResult.merged(run.clients());
            assertThat(all.messages()).isPositive();
            Transfer sum = all.streams().stream().reduce(Transfer.NONE, Transfer::plus);
            assertThat(sum).isEqualTo(new Transfer(all.messages(), all.messages(), all.messages()));
            assertThat(told.stream()
                            .mapToLong(interval -> interval.sum().back())
                            .sum())
                    .isEqualTo(all.messages());
            assertThat(all.legs().download().getTotalCount()).isEqualTo(all.messages());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "quic"})
    void countsMessagesOfEachStream(String transport) throws Exception {
        assumeThat(Transport.named(transport).unavailable()).isEmpty();
        Load load = new Load(
                new Workload(1000, 200, 2, true, 4, 1),
                1,
                false,
                Timing.NONE,
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60));
        try (Places places = Places.inThisJvm(Transport.usable(transport), Options.DEFAULT.inFlight(2), 1)) {
            ClientResult result = Run.of(places, load, List.of(), Observer.none(), interval -> {})
                    .clients()
                    .get(0);

            assertThat(result.problem()).isEmpty();
            assertThat(result.messages()).isEqualTo(200);
            assertThat(result.streams()).hasSize(4).allSatisfy(stream -> {
                assertThat(stream.back()).isPositive().isEqualTo(stream.sent()).isEqualTo(stream.arrived());
            });
            assertThat(result.legs().download().getTotalCount()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "nio", "tls", "quic"})
    void sendsEachMessageOnItsOwnStream(String transport) throws Exception {
        assumeThat(Transport.named(transport).unavailable()).isEmpty();
        Load load = new Load(
                new Workload(1000, 30, 1, true, 3, 1),
                1,
                true,
                Timing.NONE,
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60));
        try (Places places = Places.inThisJvm(Transport.usable(transport), Options.DEFAULT, 2)) {
            ClientResult result = Run.of(places, load, List.of(), Observer.none(), interval -> {})
                    .clients()
                    .get(0);

            assertThat(result.problem()).isEmpty();
            assertThat(result.messages()).isEqualTo(30);
            assertThat(result.perNode()).containsExactly(15L, 15L);
            assertThat(result.legs().upload().getTotalCount()).isEqualTo(30);
            assertThat(result.legs().download().getTotalCount()).isEqualTo(30);
            assertThat(result.streams().stream().reduce(Transfer.NONE, Transfer::plus))
                    .isEqualTo(new Transfer(30, 30, 30));
        }
    }

    static Stream<Optional<Load.Schedule>> closedAndOpenLoops() {
        Duration drain = Duration.ofSeconds(60);
        // When it is interrupted, the second client is sending and the third waits for its second turn.
        return Stream.of(0.0, 2000.0, 0.01)
                .map(rate -> rate == 0 ? Optional.empty() : Optional.of(new Load.Schedule(rate, drain)));
    }

    @ParameterizedTest
    @MethodSource("closedAndOpenLoops")
    void keepsAndMarksResultsOfAnInterruptedRun(Optional<Load.Schedule> schedule) throws Exception {
        Load load = new Load(
                new Workload(1000, Long.MAX_VALUE, 1, false, 1, 1),
                1,
                false,
                new Timing(Duration.ZERO, Optional.of(Duration.ofHours(1))),
                schedule,
                Duration.ofMillis(10),
                Duration.ofSeconds(60));
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread self = Thread.currentThread();
        try (Places places = Places.inThisJvm(Transport.usable("nio"), Options.DEFAULT, 1)) {
            RunResult run = Run.of(places, load, List.of(), Observer.none(), interval -> {
                if (interval.sum().back() > 0 && interrupted.compareAndSet(false, true)) {
                    self.interrupt();
                }
            });

            assertThat(self.isInterrupted()).isFalse();
            ClientResult result = run.clients().get(0);
            assertThat(result.problem().orElseThrow()).startsWith("Interrupted; ");
            assertThat(result.messages()).isPositive();
            assertThat(result.legs().roundTrip().getTotalCount()).isEqualTo(result.messages());
            assertThat(run.isWhole()).isFalse();
        }
    }
}
