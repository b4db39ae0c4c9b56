// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Checks the internals of JMH that ending a fork depends on; {@code AdaptiveForkForkTest} checks with real forks that
 * JMH's loop then ends.
 */
class IterationCountTest {

    @Test
    void setsCountThatJmhReadsBeforeEveryIteration() {
        IterationParams params = new IterationParams(IterationType.MEASUREMENT, 1000, TimeValue.milliseconds(100), 1);

        IterationCount.probe().endWith(params, 7);

        assertThat(params.getCount()).isEqualTo(7);
        assertThat(params.getTime()).isEqualTo(TimeValue.milliseconds(100));
        assertThat(params.getType()).isEqualTo(IterationType.MEASUREMENT);
    }

    @Test
    void receivesParametersOfLoopAsProfiler() throws NoSuchMethodException {
        Method after = InternalProfiler.class.getMethod(
                "afterIteration", BenchmarkParams.class, IterationParams.class, IterationResult.class);

        assertThat(Modifier.isPublic(after.getModifiers())).isTrue();
        assertThat(BenchmarkParams.class.getMethod("getMeasurement").getReturnType())
                .isEqualTo(IterationParams.class);
    }
}
