// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

class BenchmarkMethodTest {

    private static BenchmarkMethod method(Class<?> owner, String... names) {
        List<Method> methods = Arrays.stream(names)
                .map(name -> Arrays.stream(owner.getMethods())
                        .filter(method -> method.getName().equals(name))
                        .findFirst()
                        .orElseThrow())
                .toList();
        return new BenchmarkMethod(owner, names[0], methods);
    }

    @Test
    void prefersAnnotationsOfMethodToThoseOfClass() {
        assertThat(method(MergedFixture.class, "told")
                        .first(BenchmarkMode.class)
                        .orElseThrow()
                        .value())
                .containsExactly(Mode.SampleTime, Mode.Throughput);
        assertThat(method(MergedFixture.class, "plain")
                        .first(BenchmarkMode.class)
                        .orElseThrow()
                        .value())
                .containsExactly(Mode.AverageTime);
        assertThat(method(MergedFixture.class, "plain").first(Timeout.class)).isEmpty();
    }

    @Test
    void inheritsBlankAttributesFromClass() {
        BenchmarkMethod told = method(MergedFixture.class, "told");

        assertThat(told.attribute(Warmup.class, Warmup::iterations, count -> count >= 0))
                .contains(3);
        assertThat(told.attribute(Warmup.class, Warmup::batchSize, size -> size >= 1))
                .contains(7);
        assertThat(told.attribute(Fork.class, Fork::value, forks -> forks >= 0)).contains(5);
        assertThat(told.attribute(Fork.class, Fork::warmups, forks -> forks >= 0))
                .contains(1);
        assertThat(told.attribute(Threads.class, Threads::value, threads -> threads > 2))
                .isEmpty();
    }

    @Test
    void searchesFromMethodToTopmostClass() {
        BenchmarkMethod plain = method(MergedFixture.class, "plain");

        assertThat(plain.chain())
                .startsWith(plain.methods().get(0), MergedFixture.class, MergedFixture.class.getSuperclass())
                .endsWith(Object.class);
    }

    @Test
    void sumsThreadsOfGroupMethods() {
        assertThat(method(GroupFixture.class, "read", "write").threadsOfGroup()).isEqualTo(3);
        assertThat(method(GroupFixture.class, "alone").threadsOfGroup()).isEqualTo(1);
    }

    @Test
    void readsEachMethodOfGroupSeparately() {
        assertThat(method(GroupFixture.class, "read", "write").each(Group.class))
                .extracting(Group::value)
                .containsExactly("table", "table");
        assertThat(method(MergedFixture.class, "told", "plain").each(BenchmarkMode.class))
                .extracting(mode -> List.of(mode.value()))
                .containsExactly(List.of(Mode.SampleTime, Mode.Throughput), List.of(Mode.AverageTime));
        assertThat(method(MergedFixture.class, "told", "plain").each(Timeout.class))
                .as("only one of the two has one")
                .hasSize(1);
    }

    @Test
    void takesNameAndParametersFromWholeGroup() {
        BenchmarkMethod group = method(GroupFixture.class, "read", "write");

        assertThat(group.name()).isEqualTo("read");
        assertThat(group.methods()).hasSize(2);
        assertThat(group.parameters()).containsExactly(Map.entry("fair", List.of("true", "false")));
    }
}
