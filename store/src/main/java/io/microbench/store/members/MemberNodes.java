// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Members in separate JVMs on this machine. They end when this is closed, and when this JVM ends for any reason. */
final class MemberNodes implements Members {

    private final MembersPlan plan;
    private final Duration patience;
    private final List<MemberNode> members;

    private MemberNodes(MembersPlan plan, Duration patience) {
        this.plan = plan;
        this.patience = patience;
        members = numbers(plan).stream()
                .map(number -> new MemberNode(plan, number))
                .toList();
    }

    /**
     * Starts all members of a plan.
     *
     * @param patience the time limit for each to be ready, also after a restart
     * @throws IOException if one cannot be started; then all are stopped
     */
    static MemberNodes start(MembersPlan plan, Duration patience) throws IOException, InterruptedException {
        MemberNodes started = new MemberNodes(plan, patience);
        try {
            started.restart(numbers(plan));
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static List<Integer> numbers(MembersPlan plan) {
        return IntStream.rangeClosed(1, plan.places().size()).boxed().toList();
    }

    private MemberNode member(int number) {
        return members.get(number - 1);
    }

    @Override
    public int count() {
        return members.size();
    }

    @Override
    public Optional<Integer> leader() throws IOException, InterruptedException {
        for (int number : numbers(plan)) {
            if (member(number).leads()) {
                return Optional.of(number);
            }
        }
        return Optional.empty();
    }

    @Override
    public void kill(int number) {
        member(number).kill();
    }

    @Override
    public void restart(List<Integer> numbers) throws IOException, InterruptedException {
        for (int number : numbers) {
            member(number).launch();
        }
        for (int number : numbers) {
            member(number).start();
        }
        for (int number : numbers) {
            member(number).awaitStarted(patience);
        }
    }

    @Override
    public void freeze(int number) throws IOException, InterruptedException {
        member(number).freeze();
    }

    @Override
    public void thaw(int number) throws IOException, InterruptedException {
        member(number).thaw();
    }

    @Override
    public Store connect(int number) throws IOException {
        return plan.backend()
                .connect(plan.places().get(number - 1), plan.backend().strongestReads());
    }

    @Override
    public void close() {
        members.forEach(MemberNode::close);
    }
}
