// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Conversation;
import io.microbench.cluster.ConversationEnd;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A member that runs on a node with a {@link StoreNodeService}. */
public final class NodeMember implements AutoCloseable {

    private static final long STOP_SECONDS = 10;

    private final String name;
    private final Supplier<String> printed;
    private final Conversation conversation;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile boolean failed;

    /**
     * For a member that has been told to start.
     *
     * @param printed what its node printed last
     */
    NodeMember(String name, Supplier<String> printed, Conversation conversation) {
        this.name = name;
        this.printed = printed;
        this.conversation = conversation;
        conversation.whenEnded(how -> ended.countDown());
    }

    /**
     * Tells a node to start a member; does not wait for it.
     *
     * @param number of the member, from 1
     * @throws IOException if its folder cannot be made, or the node is gone
     */
    public static NodeMember open(ChildNode node, MembersPlan plan, int number) throws IOException {
        String order = MemberOrder.of(plan.backend().name(), plan.start(number)).line();
        String name = "Member " + number + " of " + plan.text();
        try {
            return new NodeMember(
                    name,
                    () -> "Node " + node.name() + " printed last: " + withoutFrames(node.output()),
                    node.open(StoreNodeService.NAME, order));
        } catch (ClusterException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    /** Returns lines without those of stack traces that only tell where. */
    private static List<String> withoutFrames(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("\tat ")).toList();
    }

    /**
     * Waits until the member takes part; to be called once, before all else.
     *
     * @throws IOException if it cannot be started, with the reason
     */
    public void awaitStarted() throws IOException, InterruptedException {
        answer();
    }

    /**
     * Asks the member how it is.
     *
     * @throws IOException if it has ended
     */
    public synchronized MemberState state() throws IOException, InterruptedException {
        try {
            conversation.send(StoreNodeService.STATE);
            return RecordJson.read(answer(), MemberState.class).orElseThrow();
        } catch (ClusterException | MalformedJsonException e) {
            throw new IOException(name + " does not tell its state: " + e.getMessage(), e);
        }
    }

    private String answer() throws IOException, InterruptedException {
        Optional<String> line = conversation.receive();
        if (line.isEmpty()) {
            throw new IOException(problem().orElse(name + " was stopped"));
        }
        return line.get();
    }

    /** Returns how the member ended, with what its node printed last; empty if it runs, or was stopped. */
    public Optional<String> problem() {
        return conversation
                .end()
                .filter(how -> !stopping)
                .map(how -> name + " has ended" + reason(how) + ". " + printed.get());
    }

    /** Returns what is wrong with the first member that has ended; empty if all run. */
    static Optional<String> firstProblem(List<NodeMember> members) {
        return members.stream()
                .map(NodeMember::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static String reason(ConversationEnd how) {
        return how instanceof ConversationEnd.Closed ? "" : ": the conversation " + how.text();
    }

    /** Tells the member to stop; does not wait for it. */
    void stop() {
        failed = problem().isPresent();
        stopping = true;
        try {
            conversation.send(StoreNodeService.STOP);
        } catch (ClusterException e) {
            // It has ended.
        }
    }

    /**
     * Stops the member, which keeps its folder. It has 10 seconds; what is left of it then ends with its node.
     *
     * @throws IOException if it could not be stopped in an orderly way
     */
    @Override
    public void close() throws IOException {
        if (!stopping) {
            stop();
        }
        try {
            if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                conversation.close();
                throw new IOException(name + " did not stop within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            conversation.close();
        }
        Optional<ConversationEnd> how = conversation.end();
        if (!failed && how.isPresent() && how.get() instanceof ConversationEnd.Failed why) {
            throw new IOException(name + " could not be stopped: " + why.failure());
        }
    }
}
