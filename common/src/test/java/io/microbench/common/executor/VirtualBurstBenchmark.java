// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * Measures the same as {@link BurstBenchmark}, with a virtual thread for each task on one carrier thread.
 *
 * <p>Answers: How fast are bursts of tasks completed with a virtual thread for each task?
 *
 * <p>Does not measure: tasks that block, for which virtual threads are intended; as many carriers as cores, which is
 * the JDK's default ({@code VirtualHandOffBenchmark} has them).
 *
 * <p>Cost: 3 cases x 2 forks x 8 s = 0.8 min.
 *
 * <p>Covers: {@link ExecutorService} of virtual threads.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=VirtualBurstBenchmark test}
 */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before JDK 21")
public class VirtualBurstBenchmark extends BurstMicrobenchmark {

    /** As many workers as the executors of the other class have. */
    static final String ONE_CARRIER = "-Djdk.virtualThreadScheduler.parallelism=1";

    /** The executor is created by reflection, because the suite is compiled for JDK 17. */
    @Override
    ExecutorService create() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @Override
    protected List<String> forkJvmArgs() {
        List<String> arguments = new ArrayList<>(super.forkJvmArgs());
        arguments.add(ONE_CARRIER);
        return arguments;
    }
}
