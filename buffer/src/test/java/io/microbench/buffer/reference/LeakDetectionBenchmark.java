// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import io.netty.util.ResourceLeakDetector;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures how many direct buffers per millisecond are allocated and released, with or without eight numbers written in
 * between, at three levels of leak detection.
 *
 * <p>{@code DISABLED} tracks no buffer; {@code SIMPLE}, Netty's default, one in 128; {@code PARANOID} every buffer,
 * with a record of every use. A record is a stack trace of the fork, which is shorter than that of a server.
 *
 * <p>Answers: What does leak detection cost at the levels disabled, simple and paranoid?
 *
 * <p>Does not measure: {@code PARANOID} without records ({@link LeakDetectionWithoutRecordsBenchmark}),
 * {@code ADVANCED}, which keeps such records of one buffer in 128 ({@code -Dmicrobench.param.level=ADVANCED} shows it),
 * leaked buffers and their reports, buffers that stay alive meanwhile.
 *
 * <p>Cost: 6 cases x 2 forks x 4 s = 0.8 min.
 *
 * <p>Covers: {@link ResourceLeakDetector}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=LeakDetectionBenchmark test}
 */
public class LeakDetectionBenchmark extends LeakDetectionMicrobenchmark {

    @Param({"DISABLED", "SIMPLE", "PARANOID"})
    public ResourceLeakDetector.Level level;

    @Override
    protected ResourceLeakDetector.Level level() {
        return level;
    }
}
