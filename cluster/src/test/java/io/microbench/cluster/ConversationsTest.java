// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.MemberListener.Loss;
import io.microbench.cluster.Membership.MemberAddress;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests two nodes whose frames the test delivers. */
class ConversationsTest {

    private final Address a = MemberAddress.create("a", "127.0.0.1:1");
    private final Address b = MemberAddress.create("b", "127.0.0.1:2");
    private final ExecutorService threads = Executors.newCachedThreadPool(DaemonThreads.named("serve"));
    private final BlockingQueue<Frame> toB = new LinkedBlockingQueue<>();
    private final BlockingQueue<Frame> toA = new LinkedBlockingQueue<>();
    private final Conversations ofA = node(Map.of(), toB);
    private final Conversations ofB = node(Map.of("echo", new EchoService()), toA);

    /** The frames that arrive at B while its last frame is on the way. */
    private Consumer<Frame> inBetween = frame -> {};

    private Conversations node(Map<String, Service> services, BlockingQueue<Frame> sent) {
        return new Conversations(
                services, (to, frame) -> sent.add(frame), threads, MemberAddress::member, leaving -> {}, left -> {});
    }

    @AfterEach
    void end() {
        ofA.close();
        ofB.close();
        threads.shutdownNow();
    }

    @Test
    void keepsConversationThatOtherNodeHas() throws Exception {
        Conversation conversation = ofA.open(b, MemberAddress.member(b), "echo", "");
        ofB.receive(a, toB.take());

        ofA.ask(b);
        ofB.receive(a, toB.take());

        assertThat(toA).isEmpty();
        assertThat(conversation.end()).isEmpty();
    }

    @Test
    void sendsReasonOfEndFirst() throws Exception {
        Conversation conversation = ofA.open(b, MemberAddress.member(b), "none", "");
        Frame open = toB.take();
        inBetween = frame -> {
            if (frame.kind() == Frame.Kind.FAIL) {
                ofB.receive(a, Frame.line(open.conversation(), true, "on the way"));
            }
        };

        ofB.receive(a, open);

        assertThat(toA).extracting(Frame::kind).containsExactly(Frame.Kind.FAIL);
        assertThat(conversation.end()).isEmpty();
    }

    @Test
    void endsConversationThatOtherNodeLacks() throws Exception {
        Conversation conversation = ofA.open(b, MemberAddress.member(b), "echo", "");
        ofB.receive(a, toB.take());
        ofB.lost(a::equals, Loss.SILENT.text());

        ofA.ask(b);
        ofB.receive(a, toB.take());
        ofA.receive(b, toA.take());

        assertThat(conversation.end()).contains(new ConversationEnd.Lost("the node no longer has this conversation"));
    }
}
