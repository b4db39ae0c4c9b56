// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Conversation;
import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import io.microbench.store.members.StoreNodeService.MemberOrder;
import io.microbench.store.members.StoreNodeService.MemberState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A member that runs on a node with a {@link StoreNodeService}. */
final class NodeMember implements AutoCloseable {

    private static final long STOP_SECONDS = 10;

    private final String name;
    private final Supplier<String> printed;
    private final Conversation conversation;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile boolean failed;

    /**
     * Creates the handle of a member whose start was requested.
     *
     * @param printed supplies the last output of its node
     */
    NodeMember(String name, Supplier<String> printed, Conversation conversation) {
        this.name = name;
        this.printed = printed;
        this.conversation = conversation;
        conversation.whenEnded(how -> ended.countDown());
    }

    /**
     * Requests the start of a member on a node, without waiting for it.
     *
     * @param number the number of the member, from 1
     * @throws IOException if its folder cannot be created, or the node is lost
     */
    public static NodeMember open(ChildNode node, MembersPlan plan, int number) throws IOException {
        String order = new MemberOrder(plan.backend().name(), plan.start(number)).line();
        String name = "Member " + number + " of " + plan.text();
        try {
            return new NodeMember(
                    name,
                    () -> "Last output of node " + node.name() + ": " + withoutFrames(node.output()),
                    node.open(StoreNodeService.NAME, order));
        } catch (ClusterException e) {
            throw new IOException(name + ": " + e.getMessage(), e);
        }
    }

    private static List<String> withoutFrames(List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith("\tat ")).toList();
    }

    /**
     * Waits until the member is ready; call it once, before all other methods.
     *
     * @throws IOException if it cannot be started; the message contains the reason
     */
    public void awaitStarted() throws IOException, InterruptedException {
        answer();
    }

    /**
     * Reads the state of the member.
     *
     * @throws IOException if it has ended
     */
    public synchronized MemberState state() throws IOException, InterruptedException {
        try {
            conversation.send(StoreNodeService.STATE);
            return RecordJson.read(answer(), MemberState.class).orElseThrow();
        } catch (ClusterException | MalformedJsonException e) {
            throw new IOException(name + " did not report its state: " + e.getMessage(), e);
        }
    }

    private String answer() throws IOException, InterruptedException {
        Optional<String> line = conversation.receive();
        if (line.isEmpty()) {
            throw new IOException(problem().orElse(name + " was stopped"));
        }
        return line.get();
    }

    /** Returns how the member failed, with the last output of its node; empty if it runs or was stopped. */
    public Optional<String> problem() {
        return conversation
                .end()
                .filter(how -> !stopping)
                .map(how -> name + " has ended" + reason(how) + ". " + printed.get());
    }

    /** Returns the problem of the first member that has ended; empty if all are running. */
    static Optional<String> firstProblem(List<NodeMember> members) {
        return members.stream()
                .map(NodeMember::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static String reason(ConversationEnd how) {
        return how instanceof ConversationEnd.Closed ? "" : ": the conversation " + how.text();
    }

    void stop() {
        failed = problem().isPresent();
        stopping = true;
        try {
            conversation.send(StoreNodeService.STOP);
        } catch (ClusterException e) {
            // The member has ended.
        }
    }

    /**
     * Stops the member and keeps its folder. Threads and processes that have not ended after 10 seconds end with the
     * node.
     *
     * @throws IOException if it did not stop normally
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
