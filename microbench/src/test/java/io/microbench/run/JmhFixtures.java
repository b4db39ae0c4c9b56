// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;

/** JMH objects as a fork sends them. */
public final class JmhFixtures {

    public static final IterationParams WARMUP =
            new IterationParams(IterationType.WARMUP, 1, TimeValue.milliseconds(20), 1);
    public static final IterationParams MEASUREMENT =
            new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(20), 1);

    private JmhFixtures() {}

    public static BenchmarkParams params() {
        return params(Mode.Throughput);
    }

    public static BenchmarkParams params(Mode mode) {
        WorkloadParams workload = new WorkloadParams();
        workload.put("size", "1024", 0);
        return new BenchmarkParams(
                "io.acme.Codec.encode",
                "io.acme.jmh_generated.Codec_encode_jmhTest",
                true,
                2,
                new int[] {2},
                List.of(),
                1,
                0,
                WARMUP,
                MEASUREMENT,
                mode,
                workload,
                TimeUnit.MILLISECONDS,
                1,
                "java",
                List.of("-Dmicrobench.fork.id=x", "-Xmx64m"),
                "17",
                "VM",
                "17.0.1",
                "1.37",
                TimeValue.minutes(10));
    }

    /** Returns the result of an iteration of two threads, with a secondary result and one of a profiler. */
    public static IterationResult throughput(IterationParams iteration, double perThread) {
        IterationResult result = new IterationResult(params(), iteration, null);
        for (int thread = 0; thread < 2; thread++) {
            result.addResult(new ThroughputResult(
                    ResultRole.PRIMARY, "encode", perThread, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS));
        }
        result.addResult(new ScalarResult("hits", 7, "#", AggregationPolicy.SUM));
        result.addResult(new ScalarResult("gc.alloc.rate.norm", 24, "B/op", AggregationPolicy.AVG));
        return result;
    }

    /** Returns the result of an iteration that sampled 1, 2, ... {@code count} microseconds. */
    public static IterationResult samples(IterationParams iteration, int count) {
        SampleBuffer buffer = new SampleBuffer();
        for (int i = 1; i <= count; i++) {
            buffer.add(i * 1000L);
        }
        IterationResult result = new IterationResult(params(), iteration, null);
        result.addResult(new SampleTimeResult(ResultRole.PRIMARY, "encode", buffer, TimeUnit.MICROSECONDS));
        return result;
    }
}
