// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.microbench.transport.load.ClientResult.PhaseTimes;
import io.microbench.transport.load.ClientResult.Transfer;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import io.microbench.transport.load.LoadMonitor.CpuTimes;
import io.microbench.transport.load.RunResult.LoadInterval;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the document to one of iperf3 3.12: {@code iperf3 -c 127.0.0.1 -t 3 -O 1 -J --bidir -P 2 -b 20M -l 16K}. */
class JsonDocumentTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Socket data from the kernel, and data of iperf3's protocol. */
    private static final Set<String> OF_IPERF_ONLY = Set.of(
            "local_host",
            "local_port",
            "cookie",
            "tcp_mss_default",
            "sock_bufsize",
            "sndbuf_actual",
            "rcvbuf_actual",
            "retransmits",
            "snd_cwnd",
            "snd_wnd",
            "rtt",
            "rttvar",
            "pmtu",
            "max_snd_cwnd",
            "max_snd_wnd",
            "max_rtt",
            "min_rtt",
            "mean_rtt",
            "sender_tcp_congestion",
            "receiver_tcp_congestion");

    /** Fractional numbers, which iperf3 writes as integers if the fraction is 0. */
    private static final Set<String> FRACTIONS = Set.of(
            "start",
            "end",
            "seconds",
            "bits_per_second",
            "host_total",
            "host_user",
            "host_system",
            "remote_total",
            "remote_user",
            "remote_system");

    private static final int SIZE = 1000;
    private static final long SECOND = 1_000_000_000;

    /** Returns a run of two clients, the second of which loses one message in each direction. */
    private static RunResult run(Optional<CpuTimes> cpu) {
        List<Transfer> first = List.of(new Transfer(10, 0, 8), new Transfer(10, 0, 10));
        List<Transfer> second = List.of(new Transfer(0, 0, 2), new Transfer(5, 0, 3));
        List<ClientResult> clients = List.of(client(new Transfer(10, 10, 10)), client(new Transfer(15, 14, 13)));
        Load load = new Load(
                new Workload(SIZE, 15, 1, false, 1, 1),
                2,
                false,
                new Timing(Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(2))),
                Optional.of(new Load.Schedule(10, Duration.ofSeconds(5))),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60));
        return new RunResult(
                load,
                Instant.ofEpochSecond(1_795_446_127),
                List.of("127.0.0.1:5201"),
                clients,
                List.of(
                        new LoadInterval(0, SECOND, first, 1000, 2000),
                        new LoadInterval(SECOND, 5 * SECOND / 2, second, 1000, 2000)),
                cpu,
                cpu);
    }

    private static ClientResult client(Transfer stream) {
        PhaseTimes legs = PhaseTimes.none();
        legs.roundTrip().recordValueWithCount(1500, stream.back());
        legs.response().recordValueWithCount(3000, stream.back());
        return new ClientResult(
                SIZE,
                stream.back(),
                0,
                stream.sent() - stream.back(),
                2 * SECOND,
                List.of(stream.back()),
                legs,
                Optional.of(5.0),
                List.of(stream),
                Optional.empty());
    }

    private static JsonNode document(Optional<CpuTimes> cpu) {
        return MAPPER.readTree(new JsonDocument(run(cpu)).text("nio", List.of("a note")));
    }

    /** Returns the type of the value at each path; elements of an array share a path. */
    private static Map<String, String> paths(String at, JsonNode node, Map<String, String> found) {
        if (node.isObject()) {
            node.properties().forEach(entry -> paths(at + "." + entry.getKey(), entry.getValue(), found));
        } else if (node.isArray()) {
            node.forEach(element -> paths(at + "[]", element, found));
        } else {
            String name = at.substring(at.lastIndexOf('.') + 1);
            boolean whole = node.isIntegralNumber() && !FRACTIONS.contains(name);
            found.put(
                    at,
                    node.isNumber()
                            ? whole ? "whole number" : "number"
                            : node.getNodeType().toString());
        }
        return found;
    }

    @Test
    void hasThePathsAndTypesOfIperf() throws IOException {
        JsonNode theirs;
        try (InputStream in = JsonDocumentTest.class.getResourceAsStream("iperf3-3.12-bidir.json")) {
            theirs = MAPPER.readTree(in);
        }
        Map<String, String> expected = paths("", theirs, new HashMap<>());
        expected.keySet().removeIf(path -> OF_IPERF_ONLY.contains(path.substring(path.lastIndexOf('.') + 1)));
        assertThat(expected)
                .containsKeys(".end.sum_sent.bits_per_second", ".intervals[].streams[].bytes")
                .hasSizeGreaterThan(60);

        assertThat(paths("", document(Optional.of(new CpuTimes(0.5, 0.25))), new HashMap<>()))
                .containsAllEntriesOf(expected);
    }

    @Test
    void sumsEachDirectionAtBothSides() {
        JsonNode end = document(Optional.empty()).get("end");

        assertThat(end.at("/sum_sent/bytes").asLong()).isEqualTo(25_000);
        assertThat(end.at("/sum_received/bytes").asLong()).isEqualTo(24_000);
        assertThat(end.at("/sum_sent_bidir_reverse/bytes").asLong()).isEqualTo(24_000);
        assertThat(end.at("/sum_received_bidir_reverse/bytes").asLong()).isEqualTo(23_000);
        assertThat(end.at("/sum_sent/seconds").asDouble()).isEqualTo(2.5);
        assertThat(end.at("/sum_sent/bits_per_second").asDouble()).isCloseTo(80_000, offset(1e-6));
        assertThat(end.at("/streams/1/sender/bytes").asLong()).isEqualTo(15_000);
        assertThat(end.at("/streams/1/receiver/bytes").asLong()).isEqualTo(14_000);
        assertThat(end.at("/streams/3/receiver/bytes").asLong()).isEqualTo(13_000);
        assertThat(end.at("/streams/3/receiver/sender").asBoolean()).isFalse();
    }

    @Test
    void intervalsAreContiguousAndAddUp() {
        JsonNode document = document(Optional.empty());
        List<Double> bounds = new ArrayList<>();
        long sent = 0;
        long received = 0;
        for (JsonNode interval : document.get("intervals")) {
            bounds.add(interval.at("/sum/start").asDouble());
            bounds.add(interval.at("/sum/end").asDouble());
            sent += interval.at("/sum/bytes").asLong();
            received += interval.at("/sum_bidir_reverse/bytes").asLong();
        }

        assertThat(bounds).containsExactly(0.0, 1.0, 1.0, 2.5);
        assertThat(sent).isEqualTo(document.at("/end/sum_sent/bytes").asLong());
        assertThat(received)
                .isEqualTo(document.at("/end/sum_received_bidir_reverse/bytes").asLong());
        assertThat(document.at("/intervals/1/sum/bits_per_second").asDouble()).isCloseTo(8 * 5000 / 1.5, offset(1e-6));
    }

    @Test
    void hasProcessorTimesIfMeasured() {
        assertThat(document(Optional.empty()).at("/end").has("cpu_utilization_percent"))
                .isFalse();
        JsonNode cpu = document(Optional.of(new CpuTimes(0.5, 0.25))).at("/end/cpu_utilization_percent");
        assertThat(cpu.get("host_total").asDouble()).isEqualTo(30);
        assertThat(cpu.get("host_user").asDouble()).isEqualTo(20);
        assertThat(cpu.get("remote_system").asDouble()).isEqualTo(10);
    }

    @Test
    void writesOtherValuesToASeparateObject() {
        JsonNode own = document(Optional.empty()).get("microbench");

        assertThat(own.at("/transport").asString()).isEqualTo("nio");
        assertThat(own.at("/all/messages").asLong()).isEqualTo(23);
        assertThat(own.at("/all/unanswered").asLong()).isEqualTo(2);
        assertThat(own.at("/all/asked_per_second").asDouble()).isEqualTo(10);
        assertThat(own.at("/all/nanoseconds/response/p99.9").asDouble()).isBetween(2997.0, 3003.0);
        assertThat(own.at("/all/nanoseconds").has("upload")).isFalse();
        assertThat(own.at("/clients")).hasSize(2);
        assertThat(own.at("/notes/0").asString()).isEqualTo("a note");
    }
}
