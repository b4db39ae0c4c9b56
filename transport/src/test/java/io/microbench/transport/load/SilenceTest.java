// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Content;
import io.microbench.transport.Content.ArrayContent;
import io.microbench.transport.Header;
import io.microbench.transport.load.Client.Silence;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SilenceTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private long now = 5;
    private final List<Header> sent = new ArrayList<>();

    private final Connection node = new Connection() {
        @Override
        public Content content(byte[] bytes) {
            return ArrayContent.NONE;
        }

        @Override
        public void send(Header header, Content content) {
            sent.add(header);
        }

        @Override
        public void close() {}
    };

    private final ClosedLoop loop =
            new ClosedLoop(new Workload(1, 10, 1, false, 1, 1), Timing.NONE, sequence -> new byte[0], 1, () -> now);
    private final Silence silence = new Silence(loop, Duration.ofSeconds(3), () -> now);

    @Test
    void endsIfNothingArrives() {
        loop.start(List.of(node), now);
        now += 2 * SECOND;
        silence.check();
        assertThat(silence.nanosLeft()).isEqualTo(SECOND);
        assertThat(loop.end()).isNotDone();

        silence.received(node, new Arrival(sent.get(0).answer(Header.Kind.ECHO, 0, 0), now, now, ArrayContent.NONE));
        assertThat(silence.nanosLeft()).isEqualTo(3 * SECOND);
        now += 3 * SECOND;
        silence.check();

        assertThat(loop.end())
                .isCompletedWithValue(Optional.of("Nothing arrived for 3 s (--silence); 1 of 10 messages came back"));
        assertThat(loop.result(Optional.empty()).messages()).isEqualTo(1);
    }

    @Test
    void restartsTheTimeAfterARequest() {
        now += 10 * SECOND;
        silence.broken();
        silence.check();
        assertThat(loop.end()).isNotDone();
    }
}
