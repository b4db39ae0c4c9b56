// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.transport.TransportException;
import io.microbench.transport.load.Load.Timing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LoadOptionsTest {

    private static Load load(String line) {
        RunOptions options = new RunOptions();
        new CommandLine(options).parseArgs(line.isEmpty() ? new String[0] : line.split(" "));
        return options.load(2);
    }

    @Test
    void usesAClosedLoopByDefault() {
        Load load = load("");

        assertThat(load.workload().requests()).isEqualTo(100);
        assertThat(load.schedule()).isEmpty();
        assertThat(load.timing()).isEqualTo(Timing.NONE);
    }

    @Test
    void timeReplacesTheNumberOfMessages() {
        Load load = load("--time 2s --warmup 500ms --rate 5000 --drain 7 --interval 100ms");

        assertThat(load.timing()).isEqualTo(new Timing(Duration.ofMillis(500), Optional.of(Duration.ofSeconds(2))));
        assertThat(load.workload().requests()).isEqualTo(Long.MAX_VALUE);
        assertThat(load.schedule()).contains(new Load.Schedule(5000, Duration.ofSeconds(7)));
        assertThat(load.interval()).isEqualTo(Duration.ofMillis(100));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --time soon           | --time soon: expected a number with ms, s, m or h, such as 10s, from 10 ms to 24 h
            --time 1ms            | --time 1ms: expected
            --warmup -1s          | --warmup -1s: expected
            --interval 0s         | --interval 0s: expected
            --rate 0              | --rate 0.0: expected above 0 and at most 10000000 messages per second
            --rate NaN            | --rate NaN: expected
            --rate 20000000       | --rate 2.0E7: expected
            --rate 1 --drain 0    | --drain 0: expected 1 to
            --max-streams 0       | --max-streams 0: expected 1 to 1000
            --max-streams 5 --in-flight 2 | --max-streams 5 and --rate, --in-flight or --streams: expected one
            --rate 5 --in-flight 2 | --in-flight 2 and --rate: expected one of them
            --time 1s --requests 5 | --requests 5 and --time: expected one of them
            --rate 1 --requests 301 --deadline 600 | 602 messages at --rate 1.0 take 602 s, but --deadline is 600 s
            """)
    void rejectsInvalidOptions(String line, String message) {
        assertThatThrownBy(() -> load(line))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(message);
    }
}
