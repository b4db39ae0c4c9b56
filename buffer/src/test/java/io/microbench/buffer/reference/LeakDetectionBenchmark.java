/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.buffer.reference;

import io.netty.util.ResourceLeakDetector;
import org.openjdk.jmh.annotations.Param;

/**
 * Measures how many direct buffers per millisecond are allocated and released, with or without eight numbers written in
 * between, at each level of leak detection.
 *
 * <p>{@code DISABLED} tracks no buffer; {@code SIMPLE}, Netty's default, one in 128; {@code ADVANCED} the same, with a record
 * of every use; {@code PARANOID} every buffer, with a record of every use. A record is a stack trace, whose length is that of
 * the fork's call chain, shorter than that of a server.
 *
 * <p>Does not measure: {@code PARANOID} without records ({@link LeakDetectionWithoutRecordsBenchmark}), buffers that do leak
 * and the reports of them, buffers that stay alive meanwhile.
 *
 * <p>Cost: 8 cases x 2 forks x 4 s = 1.1 min.
 *
 * <p>Guards: {@link ResourceLeakDetector}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=LeakDetectionBenchmark test}
 */
public class LeakDetectionBenchmark extends LeakDetectionMicrobenchmark {

    @Param
    public ResourceLeakDetector.Level level;

    @Override
    protected ResourceLeakDetector.Level level() {
        return level;
    }
}
