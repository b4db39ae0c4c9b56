// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Fact;
import io.microbench.transport.Knobs;
import io.microbench.transport.Knobs.Knob;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.net.ssl.SSLSession;

/** The settings and counters of a QUIC connection, its TLS session and its UDP socket. */
record QuicFacts(QuicChannel connection, Knobs asked) implements ChannelFacts {

    @Override
    public CompletableFuture<List<Fact>> settings() {
        return path(path -> {
            List<Fact> facts = new ArrayList<>();
            Channel socket = connection.parent();
            facts.add(Fact.buffer(
                    Knob.SEND_BUFFER, asked.sendBuffer(), socket.config().getOption(ChannelOption.SO_SNDBUF)));
            facts.add(Fact.buffer(
                    Knob.RECEIVE_BUFFER, asked.receiveBuffer(), socket.config().getOption(ChannelOption.SO_RCVBUF)));
            SSLSession session = Objects.requireNonNull(connection.sslEngine()).getSession();
            facts.add(Fact.of("protocol", session.getProtocol()));
            facts.add(Fact.of("cipher", session.getCipherSuite()));
            facts.add(Fact.of("longest UDP payload", path.pmtu() + " B"));
            facts.add(Fact.of(
                    "congestion control",
                    asked.congestion().isEmpty()
                            ? "quiche's own"
                            : asked.congestion() + " (as set; quiche does not show it)"));
            facts.add(Fact.of("event loops", asked.eventLoops()));
            return facts;
        });
    }

    @Override
    public CompletableFuture<List<Fact>> counters() {
        return path(path -> List.of(
                Fact.of("datagrams sent", path.sent()),
                Fact.of("datagrams received", path.recv()),
                Fact.of("datagrams lost", path.lost()),
                Fact.of("datagrams sent again", path.retrans()),
                Fact.of("UDP bytes sent", path.sentBytes()),
                Fact.of("UDP bytes received", path.recvBytes()),
                Fact.of("round trip time of quiche", path.rtt() / 1000 + " µs"),
                Fact.of("congestion window", path.cwnd() + " B")));
    }

    private CompletableFuture<List<Fact>> path(Function<QuicConnectionPathStats, List<Fact>> read) {
        CompletableFuture<List<Fact>> facts = new CompletableFuture<>();
        Future<QuicConnectionPathStats> asked = connection.collectPathStats(0);
        asked.addListener(ignored -> {
            try {
                facts.complete(read.apply(asked.get()));
            } catch (Exception e) {
                facts.completeExceptionally(e);
            }
        });
        return facts;
    }
}
