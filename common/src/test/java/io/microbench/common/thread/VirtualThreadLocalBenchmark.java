// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.thread;

import io.microbench.common.FastThreadLocalBenchmark;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures the same as {@link FastThreadLocalBenchmark} on a virtual thread, a new one in each iteration.
 *
 * <p>Answers: Which is faster on a virtual thread, {@code FastThreadLocal} or {@code ThreadLocal}?
 *
 * <p>Does not measure: first access, which is what most variables of short-lived virtual threads see; removal; memory.
 *
 * <p>Cost: 4 cases x 2 forks x 4 s = 0.5 min.
 *
 * <p>Covers: {@link FastThreadLocal}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=VirtualThreadLocalBenchmark test}
 */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before JDK 21")
public class VirtualThreadLocalBenchmark extends FastThreadLocalBenchmark {

    static final String VIRTUAL = "-Djmh.executor=VIRTUAL";

    @Override
    protected boolean onEventLoop() {
        return false;
    }

    @Override
    protected List<String> forkJvmArgs() {
        List<String> arguments = new ArrayList<>(super.forkJvmArgs());
        arguments.add(VIRTUAL);
        return arguments;
    }

    /** Sets the variables again, because those set at the beginning of the trial belong to another thread. */
    @Setup(Level.Iteration)
    public void setAllOfThisThread(Variables variables) {
        setAll(variables);
    }
}
