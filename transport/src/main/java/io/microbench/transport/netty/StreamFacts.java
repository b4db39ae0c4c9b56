// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Fact;
import io.microbench.transport.Knobs;
import io.microbench.transport.Knobs.Knob;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSession;

/** The settings and counters of a stream channel, its socket, and its TLS session. */
record StreamFacts(Channel channel, Set<Knob> knobs, Knobs asked) implements ChannelFacts {

    @Override
    public CompletableFuture<List<Fact>> settings() {
        try {
            List<Fact> facts = new ArrayList<>();
            buffer(facts, Knob.SEND_BUFFER, ChannelOption.SO_SNDBUF, asked.sendBuffer());
            buffer(facts, Knob.RECEIVE_BUFFER, ChannelOption.SO_RCVBUF, asked.receiveBuffer());
            if (knobs.contains(Knob.NAGLE)) {
                boolean off = channel.config().getOption(ChannelOption.TCP_NODELAY);
                facts.add(Fact.of("Nagle's algorithm", off ? "off" : "on"));
            }
            if (channel instanceof EpollSocketChannel) {
                facts.add(Fact.of("congestion control", TcpCongestion.of(channel)));
            }
            SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls != null) {
                SSLSession session = tls.engine().getSession();
                facts.add(Fact.of("protocol", session.getProtocol()));
                facts.add(Fact.of("cipher", session.getCipherSuite()));
            }
            facts.add(Fact.of("event loops", asked.eventLoops()));
            return CompletableFuture.completedFuture(facts);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void buffer(List<Fact> facts, Knob knob, ChannelOption<Integer> option, int wanted) {
        if (knobs.contains(knob)) {
            int shown = channel.config().getOption(option);
            // Linux doubles the requested size and reports the result; the JDK halves it.
            facts.add(Fact.buffer(knob, wanted, channel instanceof UnixChannel ? shown / 2 : shown));
        }
    }

    @Override
    public CompletableFuture<List<Fact>> counters() {
        if (!(channel instanceof EpollSocketChannel epoll)) {
            String who = knobs.contains(Knob.NAGLE)
                    ? "not shown by this transport; epoll shows them"
                    : "none: there is no TCP beneath";
            return CompletableFuture.completedFuture(List.of(Fact.of("segments sent again", who)));
        }
        try {
            EpollTcpInfo info = epoll.tcpInfo();
            return CompletableFuture.completedFuture(List.of(
                    Fact.of("segments sent again", info.totalRetrans()),
                    Fact.of("segments lost", info.lost()),
                    Fact.of("round trip time of the kernel", info.rtt() + " µs"),
                    Fact.of("congestion window", info.sndCwnd() + " segments of " + info.sndMss() + " B")));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
