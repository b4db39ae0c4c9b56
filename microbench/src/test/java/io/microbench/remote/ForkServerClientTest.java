// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun.PinnedFork;
import io.microbench.monitor.MonitorHistory;
import io.microbench.remote.ForkServerClient.HostFixture;
import io.microbench.remote.ForkServerClient.HostListener;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.result.ForkResult;
import io.microbench.result.Mode;
import io.microbench.result.RecordJson;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Communicates with a host without a process. */
class ForkServerClientTest {

    private final List<String> printed = new ArrayList<>();
    private final List<ScriptedLines> started = new ArrayList<>();

    private ForkServerClient client(BiConsumer<String, HostLines.Taker> script) {
        return ForkServerClient.over(
                "node b",
                taker -> {
                    ScriptedLines lines = new ScriptedLines(taker, script);
                    started.add(lines);
                    return lines;
                },
                printed::add);
    }

    private static HostEndedException gone(ForkServerClient host) {
        try {
            host.list(Map.of());
        } catch (HostEndedException e) {
            return e;
        }
        throw new AssertionError("the host has answered");
    }

    @Test
    void reportsLostNodeAsReasonOfEnd() {
        ForkServerClient host = client((line, taker) -> {
            taker.printed("# Fork: 1 of 2");
            taker.ended(new HostEnd.NodeLost("b", "no heartbeat for 5 s"));
        });

        HostEndedException gone = gone(host);

        assertThat(gone.end()).isEqualTo(new HostEnd.NodeLost("b", "no heartbeat for 5 s"));
        assertThat(gone)
                .hasMessage("The JVM that starts the forks of node b is lost with its node b: no heartbeat for 5 s."
                        + " Its last lines: # Fork: 1 of 2");
        assertThat(printed).containsExactly("# Fork: 1 of 2");
    }

    @Test
    void reportsEndToLaterRequests() {
        ForkServerClient host = client((line, taker) -> taker.ended(new HostEnd.Exited(137)));

        assertThat(gone(host)).hasMessage("The JVM that starts the forks of node b ended with exit code 137.");
        assertThat(gone(host).end()).isEqualTo(new HostEnd.Exited(137));
    }

    @Test
    void reportsWhyServerEndedIfCommandCannotBeSent() {
        List<HostLines.Taker> takers = new ArrayList<>();
        ForkServerClient host = ForkServerClient.over(
                "node b",
                taker -> {
                    takers.add(taker);
                    ScriptedLines lines = new ScriptedLines(taker, (line, t) -> {});
                    lines.breakOff();
                    return lines;
                },
                printed::add);
        takers.get(0).ended(new HostEnd.Broken("connection reset"));

        assertThat(gone(host)).hasMessageContaining("node b cannot be reached: connection reset.");
    }

    @Test
    void prefixesProblemWithNameOfHost() {
        ForkServerClient host =
                client((line, taker) -> taker.replied(RecordJson.line(HostReply.problem("There is no case x here."))));

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> host.list(Map.of()))
                .withMessage("node b: There is no case x here.");
    }

    @Test
    void rejectsForkOnWrongProcessors() {
        List<String> sent = new ArrayList<>();
        ForkServerClient host = client((line, taker) -> {
            sent.add(line);
            ForkResult fork = ForkResult.builder(1)
                    .echo(sent.size() == 1 ? Map.of("os.processors", "2-3") : Map.of())
                    .build();
            taker.replied(RecordJson.line(HostReply.of(new ForkReport(fork, Optional.empty(), Map.of()))));
        });
        CaseId id = new CaseId("com.acme.CodecBenchmark", "encode", new TreeMap<>(), 1, Optional.empty());
        CasePlan plan = CasePlan.builder(Mode.of("avgt")).build();
        PinnedFork where = new PinnedFork("0-1", "/tmp/barrier", 1, 2);

        // Forks swap their processors, so one whose partner ends early may end on the other half.
        assertThat(host.run(id, plan, 1, Path.of("run"), where, Set.of("0-1", "2-3"))
                        .fork()
                        .number())
                .isEqualTo(1);
        assertThat(sent.get(0)).contains("\"processors\":\"0-1\"", "\"place\":1");
        // An older harness ignores the request and starts the fork normally.
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> host.run(id, plan, 1, Path.of("run"), where, Set.of("0-1", "2-3")))
                .withMessage(
                        "node b: fork 1 of com.acme.CodecBenchmark.encode:threads=1 ran on all processors; expected"
                                + " 0-1. Either something else pinned it, or the harness on its class path is too old for --side-by-side: remove it, or compare"
                                + " without --side-by-side.");
    }

    @Test
    void reportsUnreadableAnswer() {
        ForkServerClient host = client((line, taker) -> taker.replied("{\"cases\": nonsense"));

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> host.list(Map.of()))
                .withMessageStartingWith("node b: its JVM sent an unreadable answer: ");
    }

    @Test
    void rejectsHostOfAnotherVersionAndEndsIt() {
        List<ScriptedLines> lines = new ArrayList<>();

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> ForkServerClient.over(
                        "node b",
                        taker -> {
                            lines.add(new ScriptedLines(taker, "{\"hello\":1}", (line, t) -> {}));
                            return lines.get(0);
                        },
                        printed::add))
                .withMessage("The harness on the class path of node b has another version (protocol 1, expected "
                        + HostReply.VERSION + "). Remove it from the class path, or use its own command.");
        assertThat(lines.get(0).closed).isTrue();
    }

    @Test
    void endsHostOnClose() {
        ForkServerClient host = client((line, taker) -> {});

        host.close();

        assertThat(started.get(0).closed).isTrue();
    }

    @Test
    void ignoresEventsWhileWaitingForAnswer() {
        MonitorHistory.Sample sample = new MonitorHistory.Sample(
                Instant.EPOCH,
                Optional.empty(),
                "a.B.count",
                Duration.ZERO,
                false,
                78.34,
                Double.NaN,
                0,
                8,
                0,
                31,
                1e9,
                0,
                4,
                99,
                Double.NaN);
        FixtureRun run = new FixtureRun(
                "com.acme.Store",
                "com.acme.StoreBenchmark.put",
                Instant.EPOCH,
                Optional.of(0.7),
                Map.of("port", "4711"),
                FixtureSeries.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        List<Object> told = new ArrayList<>();
        ForkServerClient host = ForkServerClient.over(
                "node b",
                taker -> new ScriptedLines(taker, (line, t) -> {
                    t.replied(RecordJson.line(HostReply.of(new HostReply.Look(Optional.of(sample)))));
                    t.replied(RecordJson.line(HostReply.of(new HostReply.Look(Optional.empty()))));
                    t.replied(RecordJson.line(HostReply.of(new HostFixture(run, "started\n"))));
                    t.replied(RecordJson.line(HostReply.ready()));
                }),
                new HostListener() {
                    @Override
                    public void printed(String line) {}

                    @Override
                    public void looked(Optional<MonitorHistory.Sample> seen) {
                        told.add(seen);
                    }

                    @Override
                    public void fixtureEnded(HostFixture fixture) {
                        told.add(fixture);
                    }
                });

        host.rest();

        assertThat(told).containsExactly(Optional.of(sample), Optional.empty(), new HostFixture(run, "started\n"));
    }
}
