// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.members.StoreNodes.StoreAddress;
import java.io.IOException;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A store on the nodes of the fixture, for benchmarks that change it. */
@State(Scope.Benchmark)
public class ReplicatedStore extends MeasuredStore {

    /** {@link ReplicatedStoreMicrobenchmark} sets all backends with the durability; plain JMH needs a name. */
    @Param("jgroupsraft")
    public String backend = "jgroupsraft";

    @Param({"1", "3"})
    public int nodes = 1;

    @Param("random")
    public String route = "random";

    /** Creates the state; called by JMH. */
    public ReplicatedStore() {}

    /** Connects to the members. */
    @Setup
    public void connect() throws IOException, InterruptedException {
        ReplicatedBackend found =
                StoreMicrobenchmark.backends().named(ReplicatedBackend.class, backend, Durability.of(durability));
        Contents contents = contents();
        use(ReplicatedTrial.connect(
                new ReplicatedTrial.Way(found, Durability.of(durability), reads(found), Route.of(route)),
                contents,
                StoreAddress.ofFixture()));
    }

    /** Returns the consistency of the workers' look-ups; here none are measured. */
    Reads reads(ReplicatedBackend found) {
        return found.strongestReads();
    }
}
