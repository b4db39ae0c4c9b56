// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.ForkMark;
import io.microbench.fork.ForkProbe;
import io.microbench.forks.LinkGate.LinkPeer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkTaskResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.ActionPlan;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.InfraControl;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Main class of a JVM that runs a fork without a benchmark, and writes the loaded classes to an archive ({@link ForkArchive}).
 *
 * <p>Both ends of JMH's link are in this JVM: a server with a plan of one case, and JMH's own fork. JMH's plan is not public,
 * so this uses reflection; with another version of JMH, the rehearsal may fail and there is no archive.
 */
public final class ForkRehearsal {

    private static final String JMH = "org.openjdk.jmh.runner.";

    /** Classes used by generated benchmark code: loaded, not run. */
    private static final List<String> MORE = List.of(
            "org.openjdk.jmh.infra.Blackhole",
            "org.openjdk.jmh.results.AverageTimeResult",
            "org.openjdk.jmh.results.RawResults",
            "org.openjdk.jmh.results.SampleTimeResult",
            "org.openjdk.jmh.results.SingleShotResult",
            "org.openjdk.jmh.util.SampleBuffer");

    /** One warm-up iteration and one measured iteration. */
    private static final int ITERATIONS = 2;

    private static final AtomicInteger CALLS = new AtomicInteger();

    /** Rehearses once and ends the JVM; takes no arguments. */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Options options = new OptionsBuilder()
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .syncIterations(false)
                .addProfiler(ForkProbe.class)
                .addProfiler(ForkMark.class, "mark")
                .addProfiler(GCProfiler.class)
                .build();
        LinkGate gate = new LinkGate(peer -> LinkPeer.isOneOf(peer, () -> List.of(ProcessHandle.current())));
        BinaryLinkServer server =
                new BinaryLinkServer(options, OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT));
        if (gate.guards()) {
            gate.takeOver(server);
        }
        server.setPlan(plan());
        for (String name : MORE) {
            Class.forName(name, false, ForkRehearsal.class.getClassLoader());
        }
        Method fork = Class.forName(JMH + "ForkedMain").getDeclaredMethod("main", String[].class);
        fork.setAccessible(true);
        fork.invoke(null, (Object) new String[] {server.getHost(), String.valueOf(server.getPort())});
        // The server would wait for further forks.
        System.exit(CALLS.get() == ITERATIONS ? 0 : 1);
    }

    private static ActionPlan plan() throws ReflectiveOperationException {
        Object forked = constant("ActionType", "FORKED");
        Object both = constant("ActionMode", "WARMUP_MEASUREMENT");
        Constructor<ActionPlan> plans = ActionPlan.class.getDeclaredConstructor(forked.getClass());
        plans.setAccessible(true);
        ActionPlan plan = plans.newInstance(forked);
        Class<?> action = Class.forName(JMH + "Action");
        Constructor<?> actions = action.getDeclaredConstructor(BenchmarkParams.class, both.getClass());
        actions.setAccessible(true);
        ActionPlan.class.getMethod("add", action).invoke(plan, actions.newInstance(params(), both));
        return plan;
    }

    private static Object constant(String type, String name) throws ClassNotFoundException {
        return Arrays.stream(Class.forName(JMH + type).getEnumConstants())
                .filter(constant -> constant.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static BenchmarkParams params() {
        TimeValue time = TimeValue.milliseconds(1);
        return new BenchmarkParams(
                ForkRehearsal.class.getName() + ".rehearse",
                ForkRehearsal.class.getName() + ".rehearse",
                false,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                new IterationParams(IterationType.WARMUP, 1, time, 1),
                new IterationParams(IterationType.MEASUREMENT, 1, time, 1),
                Defaults.BENCHMARK_MODE,
                new WorkloadParams(),
                TimeUnit.SECONDS,
                1,
                "java",
                List.of(),
                "N/A",
                "N/A",
                "N/A",
                "N/A",
                TimeValue.seconds(10));
    }

    /**
     * Replaces the generated benchmark code of a fork; called by JMH.
     *
     * @param control shows the end of the iteration; a rehearsal does not wait for it
     * @param thread the only thread
     * @return one operation
     */
    public BenchmarkTaskResult rehearse(InfraControl control, ThreadParams thread) {
        CALLS.incrementAndGet();
        BenchmarkTaskResult result = new BenchmarkTaskResult(1, 1);
        result.add(new ThroughputResult(ResultRole.PRIMARY, "rehearse", 1, 1, TimeUnit.SECONDS));
        return result;
    }
}
