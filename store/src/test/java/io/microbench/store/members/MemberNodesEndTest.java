// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.Eventually;
import io.microbench.run.JavaChild;
import io.microbench.store.Backends;
import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests members that are frozen when their run ends. */
@Tag("processes")
@Timeout(300)
class MemberNodesEndTest {

    private static final long PATIENCE = 60;

    @TempDir
    private Path folder;

    /** Freezes one of three members, and waits longer than any test. */
    static final class Run {

        private Run() {}

        public static void main(String[] arguments) throws Exception {
            ReplicatedBackend raft = Backends.of(Run.class.getClassLoader(), System.err::println)
                    .named(ReplicatedBackend.class, "jgroupsraft", Durability.PROCESS);
            MembersPlan plan = MembersPlan.of(raft, Durability.PROCESS, 3, Path.of(arguments[0]));
            MemberNodes members = MemberNodes.start(plan, Duration.ofSeconds(PATIENCE));
            members.freeze(2);
            System.out.println("frozen");
            Thread.sleep(600_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "KILL"})
    void leavesNothingAfterASignal(String signal) throws Exception {
        try (JavaChild run = JavaChild.startWithBriefChildren(Run.class, folder, folder.toString())) {
            run.awaitLine("frozen"::equals);
            List<ProcessHandle> started = run.handle().descendants().toList();
            assertThat(started)
                    .filteredOn(child -> child.info().commandLine().orElse("").contains("microbench.node="))
                    .hasSize(3);

            run.signal(signal);

            run.awaitEnd();
            Eventually.within(PATIENCE, "all has ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
