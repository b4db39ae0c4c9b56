// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.Fixture;
import io.microbench.cluster.Service.SampledService;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.run.Eventually;
import io.microbench.run.JavaChild;
import io.microbench.run.PlanRun;
import io.microbench.run.TestPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
@Timeout(300)
class ClusterFixtureTest {

    private static final long PATIENCE = 60;

    @TempDir
    Path folder;

    /** A service with a number that is sampled. */
    public static final class Counting implements SampledService {

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public Map<String, Double> numbers() {
            return Map.of("orders", 7.0);
        }

        @Override
        public void serve(Conversation conversation, String arguments) {}
    }

    /** A fixture with the number of nodes from a parameter of the benchmark. */
    static final class Some extends ClusterFixture {

        @Override
        protected int count(Start given) {
            return Integer.parseInt(given.parameters().get("size"));
        }

        @Override
        protected List<Class<? extends Service>> services(Start given) {
            return List.of(Counting.class);
        }

        @Override
        protected List<String> jvmArgs(Start given) {
            return List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        }

        @Override
        protected Map<String, String> prepare(Start given, Nodes started) throws IOException {
            if (started.children().size() == 2) {
                throw new IOException("two are not a quorum");
            }
            return Map.of("leader", started.children().get(0).name());
        }
    }

    private Fixture.Start given(int size) {
        return new Fixture.Start(new TreeMap<>(Map.of("size", Integer.toString(size))), folder);
    }

    @Test
    void isHealthyWhileAllNodesAreMembersAndSamplesEach() throws Exception {
        try (Some fixture = new Some()) {
            Map<String, String> values = fixture.start(given(1));

            assertThat(values)
                    .containsOnlyKeys("join", "keyFile", "nodes", "leader")
                    .containsEntry("nodes", "child-1");
            fixture.check();
            Map<String, String> sample = new TreeMap<>();
            Eventually.within(PATIENCE, "a sample", () -> {
                fixture.samples()
                        .forEach(its -> sample.put(
                                its.jvm(), String.join(" ", its.numbers().keySet())));
                return !sample.isEmpty();
            });
            assertThat(sample)
                    .containsExactly(Map.entry(
                            "child-1", "collectionSeconds collections cpuSeconds heapBytes orders seconds threads"));

            nodes().forEach(ProcessHandle::destroyForcibly);

            Eventually.within(PATIENCE, "the loss of the node is detected", () -> !healthy(fixture));
            assertThatThrownBy(fixture::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Node child-1 has ended");
        }
    }

    private static boolean healthy(Some fixture) {
        try {
            fixture.check();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static List<ProcessHandle> nodes() {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(Nodes.MARK))
                .toList();
    }

    @Test
    void endsNodesIfPreparationFails() throws Exception {
        try (Some fixture = new Some()) {
            assertThatThrownBy(() -> fixture.start(given(2)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("two are not a quorum");
            assertThat(nodes()).isEmpty();
        }
    }

    private static PlannedCase echo(int threads, Duration time) {
        return TestPlans.of(EchoRoundTrip.class, "echo")
                .threads(threads)
                .time(time)
                .planned();
    }

    @Test
    void sharesNodesAmongRungsAndRecordsSamples() throws Exception {
        PlannedCase one = echo(1, Duration.ofMillis(500));
        PlannedCase two = echo(2, Duration.ofMillis(500));
        RunRecord record;
        try (PlanRun run = PlanRun.open(TestPlans.plan(folder, one, two))) {
            run.run(one);
            run.run(two);
            record = run.finish();
            assertThat(run.folder().resolve("fixture-1.log")).exists();
        }
        assertThat(record.cases()).extracting(CaseResult::status).containsOnly(CaseResult.Status.DONE);
        assertThat(record.fixtures().orElseThrow()).singleElement().satisfies(fixture -> {
            assertThat(fixture.problem()).isEmpty();
            assertThat(fixture.values()).containsEntry("nodes", "child-1,child-2,child-3");
            assertThat(fixture.jvms().orElseThrow())
                    .containsOnlyKeys("child-1", "child-2", "child-3")
                    .allSatisfy((name, series) -> assertThat(series.threads()).isNotEmpty());
        });
    }

    /** A run that takes longer than any test. */
    static final class Run {

        private Run() {}

        public static void main(String[] arguments) {
            PlannedCase endless = echo(1, Duration.ofMinutes(10));
            try (PlanRun run = PlanRun.open(TestPlans.plan(Path.of(arguments[0]), endless))) {
                run.run(endless);
            }
        }
    }

    @Test
    void leavesNothingBehindWhenRunIsKilled() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (JavaChild run = JavaChild.startWithBriefChildren(
                Run.class, temporary, folder.resolve("runs").toString())) {
            Eventually.within(PATIENCE, "the fork has begun", () -> run.handle()
                    .descendants()
                    .anyMatch(child -> child.info().commandLine().orElse("").contains("microbench.fork.id=")));
            List<ProcessHandle> started = run.handle().descendants().toList();
            assertThat(started)
                    .filteredOn(child -> child.info().commandLine().orElse("").contains(Nodes.MARK))
                    .hasSize(3);

            run.signal("KILL");

            run.awaitEnd();
            Eventually.within(PATIENCE, "all has ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
            Eventually.within(PATIENCE, "no folder is left", () -> NodesEndTest.leftOvers(temporary)
                    .isEmpty());
        }
    }
}
