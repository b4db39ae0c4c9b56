// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class CountedRateTest {

    @Test
    void ignoresOneSlowIteration() {
        CountedRate rate = new CountedRate(4, 2);
        rate.add(100);
        rate.add(2);
        rate.add(104);

        assertThat(rate.median()).isEqualTo(100);
    }

    @Test
    void dividesOperationsByActualTimeOfIteration() {
        CountedRate rate = new CountedRate(200, 2);
        IterationParams planned = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.milliseconds(100), 1);
        IterationResult result = new IterationResult(null, planned, new IterationResultMetaData(13_000, 12_000));

        rate.add(planned, result, 10);

        assertThat(rate.median()).isEqualTo(1_300);
    }

    @Test
    void returnsMiddleOfEvenNumberOfIterations() {
        CountedRate rate = new CountedRate(4, 2);
        rate.add(104);
        rate.add(100);

        assertThat(rate.median()).isEqualTo(102);
    }
}
