// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.ScalarResult;

class LinkFilterTest {

    private final ForkLinkFilter guard = new ForkLinkFilter(peer -> true, () -> {});

    @AfterEach
    void close() {
        guard.close();
    }

    private record Info(@Nullable Class<?> serialClass, long arrayLength, long depth) implements FilterInfo {

        @Override
        public long references() {
            return 1;
        }

        @Override
        public long streamBytes() {
            return 1;
        }
    }

    private Status check(Class<?> type) {
        return guard.check(new Info(type, -1, 1));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                String.class,
                Double.class,
                Thread.State.class,
                TimeUnit.class,
                int.class,
                long[].class,
                byte[][].class,
                String[].class,
                ArrayList.class,
                TreeMap.class,
                StackTraceElement[].class,
                IllegalStateException.class,
                BenchmarkParams.class,
                ScalarResult.class
            })
    void acceptsTypesThatJmhSends(Class<?> type) {
        assertThat(check(type)).isEqualTo(Status.ALLOWED);
        assertThat(guard.refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                java.io.File.class,
                java.net.URL.class,
                BigDecimal.class,
                ConcurrentHashMap.class,
                java.util.Date.class,
                LinkFilterTest.class
            })
    void rejectsOtherTypesByName(Class<?> type) {
        assertThat(check(type)).isEqualTo(Status.REJECTED);
        assertThat(guard.refused()).contains(type.getName());
    }

    @Test
    void checksElementTypeOfArray() {
        assertThat(check(java.io.File[][].class)).isEqualTo(Status.REJECTED);
        assertThat(check(ScalarResult[].class)).isEqualTo(Status.ALLOWED);
    }

    @Test
    void rejectsDeepTreesAndLongArrays() {
        assertThat(guard.check(new Info(String.class, -1, 500))).isEqualTo(Status.ALLOWED);
        assertThat(guard.check(new Info(String.class, -1, 501))).isEqualTo(Status.REJECTED);
        assertThat(guard.check(new Info(byte[].class, 1L << 28, 1))).isEqualTo(Status.ALLOWED);
        assertThat(guard.check(new Info(byte[].class, (1L << 28) + 1, 1))).isEqualTo(Status.REJECTED);
        assertThat(guard.refused()).contains("too deep or too long");
    }

    /** The JDK also calls the filter for back references to earlier objects, without a class. */
    @Test
    void leavesCheckOfBackReferencesToJdk() {
        assertThat(guard.check(new Info(null, -1, 1))).isEqualTo(Status.UNDECIDED);
        assertThat(guard.refused()).isEmpty();
    }
}
