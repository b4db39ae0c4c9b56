// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.Concurrency;
import io.microbench.Fixture;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A line to another node and back. */
@Fixture.Use(EchoNodes.class)
@Concurrency({1, 2})
@State(Scope.Benchmark)
public class EchoRoundTrip extends AbstractMicrobenchmark {

    private Cluster cluster;
    private Conversation conversation;

    @Setup
    public void join() {
        cluster = ClusterFixture.join();
        conversation = cluster.open(cluster.member("child-1").orElseThrow(), "echo", "");
    }

    @Benchmark
    public Optional<String> echo() throws InterruptedException {
        conversation.send("x");
        return conversation.receive();
    }

    @TearDown
    public void leave() {
        cluster.close();
    }
}
