// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ForkHostServiceTest {

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final ForkHostService.Carrier carrier =
            new ForkHostService.Carrier(news -> told.add(news.kind() + " " + news.text()), () -> told.add("hung up"));

    @Test
    void reportsStartBeforeLinesOfHost() throws InterruptedException {
        Thread host = new Thread(() -> {
            carrier.replied("ready");
            carrier.printed("a line");
            carrier.ended(new HostEnd.Exited(0));
        });

        carrier.start(taker -> {
            host.start();
            awaitBlocked(host);
            return new NoLines();
        });
        host.join();

        assertThat(told).containsExactly("STARTED ", "REPLIED ready", "PRINTED a line", "ENDED ", "hung up");
    }

    /** Waits until the host thread is blocked or has ended. */
    private static void awaitBlocked(Thread host) {
        while (host.getState() != Thread.State.BLOCKED && host.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private static final class NoLines implements HostLines {

        @Override
        public void send(String line) {}

        @Override
        public void close() {}
    }
}
