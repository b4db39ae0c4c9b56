// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.microbench.AbstractMicrobenchmark;
import io.microbench.fork.ForkProbe;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The base class of all Netty benchmarks: gives each fork the conditions that meaningful scores require.
 *
 * <ul>
 *   <li>Threads are event loop threads ({@link EventLoopExecutor}); override {@link #onEventLoop()} for plain threads.
 *   <li>Leak detection is off. At its default level it adds about 20 ns to an allocation that takes 30 ns.
 *   <li>The heap is fixed and touched before the run. Otherwise a young generation that grows into untouched pages
 *       makes later iterations many times slower than earlier ones.
 *   <li>Heap and direct memory are {@link #memoryMebibytes()} each: above 512 MiB, where the adaptive allocator changes
 *       to its low-memory mode, and far above what the benchmarks keep alive.
 *   <li>Unsafe is available on every JDK. On JDK 25 and newer, Netty does not use it unless the JVM
 *     allows it, and direct allocations would take another code path than on JDK 17.
 * </ul>
 *
 * <p>The host requests these conditions; the fork reports the actual ones at the start of every trial.
 */
public abstract class NettyMicrobenchmark extends AbstractMicrobenchmark {

    private static final int DEFAULT_MEBIBYTES = 1024;
    private static final long DEFAULT_SEED = 42;

    /** Creates the benchmark; called by subclasses. */
    protected NettyMicrobenchmark() {}

    /**
     * Returns the seed for everything random in a benchmark: the property {@code microbench.seed}, or 42.
     *
     * @return any {@code long}
     */
    protected static long seed() {
        return Long.getLong("microbench.seed", DEFAULT_SEED);
    }

    /**
     * Chooses between event loop threads and JMH's own plain threads.
     *
     * @return whether workers run on event loop threads; true by default
     */
    protected boolean onEventLoop() {
        return true;
    }

    /**
     * Chooses the size of the heap and the limit of direct memory of each fork, in MiB.
     *
     * @return more than 512, because otherwise the adaptive allocator saves memory and is slower; 1024 by default
     */
    protected int memoryMebibytes() {
        return DEFAULT_MEBIBYTES;
    }

    /** {@inheritDoc} An overriding method adds to this list. */
    @Override
    protected List<String> forkJvmArgs() {
        // The forks use the host's JVM, unless another one was requested.
        return forkJvmArgs(Runtime.version().feature());
    }

    /** Returns the arguments for a JVM of the given feature release, 17 or newer. */
    final List<String> forkJvmArgs(int feature) {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xms" + memoryMebibytes() + "m",
                "-Xmx" + memoryMebibytes() + "m",
                "-XX:+AlwaysPreTouch",
                "-XX:MaxDirectMemorySize=" + memoryMebibytes() + "m",
                "-Dio.netty.leakDetection.level=disabled"));
        if (feature >= 24) {
            // JDK 24 is the first release to warn about Unsafe; JDK 17 does not know the option and would not start.
            arguments.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (onEventLoop()) {
            arguments.add("-Djmh.executor=CUSTOM");
            arguments.add("-Djmh.executor.class=" + EventLoopExecutor.class.getName());
        }
        return List.copyOf(arguments);
    }

    /** {@inheritDoc} This implementation returns all properties of Netty, and the seed. */
    @Override
    protected List<String> forwardedProperties() {
        return List.of("io.netty.*", "microbench.seed");
    }

    /**
     * Reports the actual conditions of this fork. Called by JMH on each worker thread before the first iteration.
     *
     * <p>Plain JMH does not apply {@link #forkJvmArgs()}: a fork that was started from the suite's executable jar
     * without them also prints that on the console.
     *
     * @param thread the number of the worker
     */
    @Setup
    public final void echoForkConditions(ThreadParams thread) {
        List<String> wanted = forkJvmArgs();
        ForkConditions.echo(wanted);
        List<String> missing = ForkConditions.missing(wanted);
        // Under the harness, only a case with forks=0 lacks them; the run warns about it.
        boolean plainJmh = System.getProperty(ForkProbe.FILE) == null;
        if (plainJmh && !missing.isEmpty() && thread.getThreadIndex() == 0) {
            System.out.println();
            System.out.println(ForkConditions.advice(missing));
        }
    }
}
