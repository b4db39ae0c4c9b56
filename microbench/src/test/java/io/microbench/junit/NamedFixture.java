// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.AbstractMicrobenchmark;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.Blackhole;

/** Has a display name, tags and a parameter. */
@DisplayName("Coding")
@Tag("slow")
public class NamedFixture extends AbstractMicrobenchmark {

    @Param({"1024", "16"})
    public int size;

    @Benchmark
    public int encode() {
        return size;
    }

    @Benchmark
    @DisplayName("the other way")
    @Tag("back")
    public void decode(Blackhole blackhole) {
        blackhole.consume(size);
    }
}
