// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.transport.Transport;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MessagesTest {

    @Test
    void listsTransportsWithReasonsIfUnusable() {
        StringWriter out = new StringWriter();
        int status =
                Messages.commandLine(new PrintWriter(out), new PrintWriter(out)).execute("transports");

        assertThat(status).isZero();
        assertThat(out.toString().lines().skip(1).map(line -> line.split(" +", 2)[0]))
                .containsExactly("epoll", "io_uring", "local", "nio", "quic", "socket", "tls", "uds");
        assertThat(Transport.all())
                .allSatisfy(transport -> assertThat(out.toString().lines())
                        .anyMatch(line -> line.startsWith(transport.name() + " ")
                                && line.endsWith(" " + transport.unavailable().orElse("yes"))));
    }
}
