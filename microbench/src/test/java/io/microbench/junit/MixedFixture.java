// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.junit.platform.commons.annotation.Testable;
import org.openjdk.jmh.annotations.Benchmark;

/** Contains a benchmark and a test of another engine. */
public class MixedFixture {

    /** Is measured. */
    @Benchmark
    public int measured() {
        return 1;
    }

    /** Another engine runs this. */
    @Testable
    void tested() {}
}
