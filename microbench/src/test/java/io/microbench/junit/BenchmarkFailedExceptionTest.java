// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchmarkFailedExceptionTest {

    @Test
    void keepsInformativeFrames() {
        assertThat(frames("""
                java.lang.IllegalStateException: at first (glance)
                \tat app//p.Outer$Inner.lambda$run$0(Outer.java:7)
                \tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
                \tat p.Native.call(Native Method)
                \tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
                \tat p.jmh_generated.Outer_run_jmhTest.run_thrpt_jmhStub(Outer_run_jmhTest.java:119)
                \tat org.openjdk.jmh.runner.BenchmarkHandler$BenchmarkTask.call(BenchmarkHandler.java:475)
                Caused by: java.lang.Error
                \tat p.Other.cause(Other.java:1)
                """))
                .containsExactly(
                        new StackTraceElement("p.Outer$Inner", "lambda$run$0", "Outer.java", 7),
                        new StackTraceElement("java.util.ArrayList", "forEach", "ArrayList.java", 1511),
                        new StackTraceElement("p.Native", "call", "Native Method", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "at ", "at x", "at (", "at )(", "at a.b", "at a.b(", "no frames here\nat all(o.k)"})
    void returnsNoFramesForOtherText(String text) {
        assertThat(frames(text)).isEmpty();
    }

    @Test
    void returnsUnknownForInvalidLineNumber() {
        assertThat(frames("at p.C.m(C.java:x)")).containsExactly(new StackTraceElement("p.C", "m", "C.java", -1));
    }

    private static StackTraceElement[] frames(String text) {
        Failure failure = new Failure(Failure.Kind.THREW, "boom", text, List.of(), List.of());
        BenchmarkFailedException exception = new BenchmarkFailedException("boom", failure);
        assertThat(exception).hasMessage("boom").hasNoCause();
        return exception.getStackTrace();
    }
}
