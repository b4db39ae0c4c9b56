// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.cluster.Nodes;
import io.microbench.fork.ExtraResults;
import io.microbench.store.Backend;
import io.microbench.store.Backends;
import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.StoreFolder;
import io.microbench.store.members.FaultRun.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Measures whether acknowledged writes are lost and operations reordered when members of a replicated store are killed
 * and frozen under load, as counts; the score is only the duration of the run. A case fails if the store violates its
 * guarantees.
 *
 * <p>Does not measure: a power failure, which differs from a kill; network partitions; clocks that jump.
 *
 * <p>Cost: 18 cases x 1 fork x 40 s = 12.0 min.
 *
 * <p>Covers: {@link ReplicatedBackend}, all on the class path.
 *
 * <p>Run: {@code ./mvnw -pl store -am -DskipTests=false -Dtest=StoreFaultsBenchmark test}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class StoreFaultsBenchmark extends AbstractMicrobenchmark {

    private static final int CLIENTS = 4;
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** Less than the five seconds after which a frozen node is noticed. */
    private static final Duration FROZEN = Duration.ofSeconds(4);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double NANOS_OF_A_SECOND = 1e9;

    /** All available backends, unless a setting names some. */
    @Param("jgroupsraft")
    public String backend = "jgroupsraft";

    @Param({"safe", "process", "memory"})
    public String durability = "safe";

    @Param({"leader-killed", "follower-frozen", "all-killed"})
    public String fault = "leader-killed";

    @Param("3")
    public int nodes = 3;

    /** Seconds before the fault, between its parts, and after them. */
    @Param("2")
    public double calm = 2;

    private Optional<StoreFolder> folder = Optional.empty();
    private Optional<MembersPlan> plan = Optional.empty();
    private Optional<MemberNodes> members = Optional.empty();
    private Optional<FaultOutcome> findings = Optional.empty();

    @Override
    protected List<String> forkJvmArgs() {
        return List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED");
    }

    @Override
    protected List<String> forwardedProperties() {
        return List.of(StoreFolder.PROPERTY, AnswerTimeout.PROPERTY, Nodes.DEADLINE);
    }

    private static List<ReplicatedBackend> backends() {
        return Backends.of(StoreFaultsBenchmark.class.getClassLoader(), System.err::println).all().stream()
                .filter(ReplicatedBackend.class::isInstance)
                .map(ReplicatedBackend.class::cast)
                .toList();
    }

    @Override
    protected ChainedOptionsBuilder options(ChainedOptionsBuilder options) {
        return options.param("backend", backends().stream().map(Backend::name).toArray(String[]::new));
    }

    @Override
    protected Optional<String> skipReason(String method, Map<String, String> parameters) {
        StoreNodes.count(parameters);
        Durability wanted = Durability.of(parameters.getOrDefault("durability", ""));
        return backends().stream()
                .filter(each -> each.name().equals(parameters.get("backend")))
                .findFirst()
                .flatMap(each -> each.durabilities().contains(wanted)
                        ? each.unavailable()
                        : Optional.of(each.name() + " has no durability " + wanted.word()));
    }

    /** Starts the members. */
    @Setup
    public void start() throws IOException, InterruptedException {
        Fault.of(fault);
        Durability promised = Durability.of(durability);
        ReplicatedBackend found = Backends.of(getClass().getClassLoader(), System.err::println)
                .named(ReplicatedBackend.class, backend, promised);
        StoreFolder made = StoreFolder.create();
        folder = Optional.of(made);
        try {
            MembersPlan planned = MembersPlan.of(found, promised, nodes, made.path());
            plan = Optional.of(planned);
            members = Optional.of(MemberNodes.start(planned, PATIENCE));
        } catch (IOException | InterruptedException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** Uses the store with four clients during the fault, and checks their results. */
    @Benchmark
    public void run() throws IOException, InterruptedException {
        try {
            use(plan.orElseThrow());
        } catch (IOException | InterruptedException | RuntimeException e) {
            // JMH does not tear down after a failure.
            close();
            throw e;
        }
    }

    private void use(MembersPlan planned) throws IOException, InterruptedException {
        FaultRun.Times times = new FaultRun.Times(
                CLIENTS, PAUSE, Duration.ofNanos((long) (calm * NANOS_OF_A_SECOND)), FROZEN, PATIENCE);
        FaultOutcome found = new FaultRun(members.orElseThrow(), times).run(Fault.of(fault));
        findings = Optional.of(found);
        System.out.println("# " + planned.text() + ", " + fault + ": " + found.text());
        found.breach(planned.backend(), planned.durability()).ifPresent(breach -> {
            throw new IllegalStateException(breach);
        });
    }

    /** Reports the counts. */
    @TearDown(Level.Iteration)
    public void report() {
        findings.ifPresent(found -> ExtraResults.add(List.of(
                result("acknowledged", (double) found.acknowledged(), "writes"),
                result("lost", found.lost().size(), "writes"),
                result("failed", (double) found.failed(), "ops"),
                result("withoutWrites", found.secondsWithoutWrites(), "s"),
                result("linearizable", found.isLinearizable() ? 1 : 0, "of 1"))));
    }

    private static Result<?> result(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }

    /** Stops the members, and removes their files. */
    @TearDown
    public void close() {
        members.ifPresent(MemberNodes::close);
        folder.ifPresent(StoreFolder::close);
    }
}
