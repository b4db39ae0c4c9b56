// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.Relay.Link;
import io.microbench.transport.TransportException;
import io.microbench.transport.load.LoadRun.RelayText;
import io.microbench.transport.load.RunOptions.RelayOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RelayOptionsTest {

    private static Optional<Link> link(String... arguments) {
        RelayOptions options = new RelayOptions();
        CommandLine.populateCommand(options, arguments);
        return options.link();
    }

    @Test
    void parsesLinks() {
        assertThat(link()).isEmpty();
        assertThat(link("--delay", "0ms", "--loss=0")).isEmpty();
        assertThat(link("--delay", "10ms", "--jitter", "500us", "--loss", "1%", "--relay-seed", "7"))
                .hasValue(new Link(Duration.ofMillis(10), Duration.ofNanos(500_000), 0.01, 7));
        assertThat(link("--loss", "0.5")).hasValue(new Link(Duration.ZERO, Duration.ZERO, 0.005, 42));
    }

    @ParameterizedTest
    @CsvSource({
        "--delay=10, --delay 10: expected a number with ms",
        "--delay=2min, from 0 ms to 1 min",
        "--jitter=1ms, from 0 ms to 0 ms",
        "--loss=101%, --loss \"101%\": expected a percentage from 0% to 100%",
        "--loss=-1, expected a percentage",
        "--loss=much, expected a percentage"
    })
    void rejectsInvalidLinks(String argument, String message) {
        assertThatThrownBy(() -> link(argument))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(message);
    }

    @Test
    void printsCountersInALine() {
        assertThat(RelayText.of(new Link(Duration.ofMillis(10), Duration.ofNanos(500_000), 0.015, 7), List.of()))
                .isEqualTo("Relay, each way: delay 10.00ms, jitter 500.00µs, loss 1.5%, seed 7;"
                        + " 0 segments or datagrams passed, 0 of them lost");
    }
}
