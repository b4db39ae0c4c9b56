// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Options;
import io.microbench.transport.Places;
import io.microbench.transport.Transport;
import io.microbench.transport.TransportSettings;
import io.microbench.transport.TransportSettings.TransportSetting;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests settings and counters of connections of real transports, with both ends in this JVM. */
@Tag("any-jdk")
class ObserverTest {

    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();

    static Stream<String> names() {
        return Transport.all().stream()
                .filter(transport -> transport.unavailable().isEmpty())
                .map(Transport::name);
    }

    private void run(String name, TransportSettings knobs) throws Exception {
        Load load = new Load(
                new Workload(1000, 20, 1, true, 1, 1),
                1,
                false,
                Timing.NONE,
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60));
        try (Places places = Places.inThisJvm(Transport.named(name), Options.DEFAULT.knobs(knobs), 1)) {
            Observer observer = new Observer(Duration.ofSeconds(60), true, true, out::add, err::add);
            assertThat(Run.of(places, load, List.of(), observer, interval -> {}).isWhole())
                    .isTrue();
        }
    }

    private String line(String start) {
        return out.stream().filter(line -> line.startsWith(start)).findFirst().orElse("no " + start + " in " + out);
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsSettingsAndCountersOfBothEnds(String name) throws Exception {
        run(name, TransportSettings.DEFAULT);

        // 20 messages of 1000 bytes and a request for a report, with their headers, and receipts.
        assertThat(line("Client 0: ")).contains("bytes sent " + (20 * (1044 + 44) + 44) + ";");
        assertThat(line("A node, to client 0: "))
                .contains("bytes received " + (20 * (1044 + 44) + 44))
                .contains("bytes sent " + 20 * (1044 + 44));
        if (Transport.named(name).knobs().contains(TransportSetting.EVENT_LOOPS)) {
            assertThat(line("In effect at the client: ")).contains("event loops 1");
            assertThat(line("In effect at the node: ")).contains("event loops 1");
        }
        assertThat(err).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void appliesKnobsAtBothEnds(String name) throws Exception {
        var has = Transport.named(name).knobs();
        int buffer = 50_000;
        run(
                name,
                new TransportSettings(
                        has.contains(TransportSetting.SEND_BUFFER) ? buffer : 0,
                        has.contains(TransportSetting.RECEIVE_BUFFER) ? buffer : 0,
                        has.contains(TransportSetting.NAGLE),
                        has.contains(TransportSetting.EVENT_LOOPS) ? 2 : 1,
                        has.contains(TransportSetting.MTU) ? 1350 : 0,
                        has.contains(TransportSetting.CIPHER) ? "TLS_CHACHA20_POLY1305_SHA256" : ""));

        for (String end : List.of("client", "node")) {
            String said = line("In effect at the " + end + ": ");
            holds(has.contains(TransportSetting.SEND_BUFFER), said, "send buffer " + buffer + " B");
            holds(has.contains(TransportSetting.RECEIVE_BUFFER), said, "receive buffer " + buffer + " B");
            holds(has.contains(TransportSetting.NAGLE), said, "Nagle's algorithm on");
            holds(has.contains(TransportSetting.EVENT_LOOPS), said, "event loops 2");
            holds(has.contains(TransportSetting.MTU), said, "longest UDP payload 1350 B");
            holds(has.contains(TransportSetting.CIPHER), said, "cipher TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    private static void holds(boolean known, String said, String fact) {
        if (known) {
            assertThat(said).contains(fact);
        }
    }

    @Test
    void warnsAboutASmallerBuffer() throws Exception {
        run("socket", new TransportSettings(1 << 30, 0, false, 1, 0, ""));

        assertThat(err)
                .hasSize(2)
                .allMatch(line -> line.startsWith("WARNING: The operating system granted a send buffer of "))
                .allMatch(line -> line.contains(" bytes, but --send-buffer requests 1073741824: request less"));
    }
}
