// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.HostEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostCarrierTest {

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final HostCarrier carrier =
            new HostCarrier(news -> told.add(news.kind() + " " + news.text()), () -> told.add("hung up"));

    @Test
    void theNewsOfTheStartComeFirstHoweverSoonTheHostIsReady() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread host = new Thread(() -> {
            begun.countDown();
            carrier.replied("ready");
            carrier.printed("a line");
            carrier.ended(new HostEnd.Exited(0));
        });
        host.start();
        begun.await();
        // Long enough for a carrier that does not wait; one that does has sent nothing by then.
        Thread.sleep(50);
        assertThat(told).isEmpty();

        carrier.announce(HostNews.of(HostNews.Kind.STARTED, ""));
        host.join();

        assertThat(told)
                .startsWith("STARTED ", "REPLIED ready", "PRINTED a line")
                .endsWith("hung up");
    }
}
