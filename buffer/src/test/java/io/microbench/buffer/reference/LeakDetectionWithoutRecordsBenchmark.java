// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer.reference;

import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the same as {@link LeakDetectionBenchmark} at level {@code PARANOID}, in forks that track every buffer
 * without records of its uses: the difference is the cost of these records. The allocation is still recorded.
 *
 * <p>Answers: How much of the cost of leak detection is due to the records of uses?
 *
 * <p>Does not measure: other levels, at which few buffers or none have records.
 *
 * <p>Cost: 2 cases x 2 forks x 4 s = 0.3 min.
 *
 * <p>Covers: {@link ResourceLeakDetector}.
 *
 * <p>Run: {@code ./mvnw -pl buffer -am -DskipTests=false -Dtest=LeakDetectionWithoutRecordsBenchmark test}
 */
public class LeakDetectionWithoutRecordsBenchmark extends LeakDetectionMicrobenchmark {

    static final String NO_RECORDS = "-Dio.netty.leakDetection.targetRecords=0";

    @Override
    protected List<String> forkJvmArgs() {
        List<String> arguments = new ArrayList<>(super.forkJvmArgs());
        arguments.add(NO_RECORDS);
        return arguments;
    }

    @Override
    protected ResourceLeakDetector.Level level() {
        return ResourceLeakDetector.Level.PARANOID;
    }
}
