// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.BenchmarkMethod.ParameterSpace;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

class ParameterSpaceTest {

    /** Constants selected by a blank annotation. */
    enum Kind {
        HEAP,
        DIRECT
    }

    @State(Scope.Benchmark)
    static class Base {
        @Param({"base"})
        String shared = "";

        @Param({"3", "1", "2"})
        int size;
    }

    @State(Scope.Benchmark)
    static class Derived extends Base {
        @Param({"derived"})
        String shared = "";

        @Param
        Kind kind = Kind.HEAP;

        String none = "";

        void run(Blackhole blackhole) {}
    }

    /** Two states whose set-up methods require each other. */
    @State(Scope.Benchmark)
    static class Here {
        @Param("1")
        int here;

        @Setup
        public void setUp(There there) {}

        public void run() {}
    }

    @State(Scope.Benchmark)
    static class There {
        @Param("2")
        int there;

        @Setup
        public void setUp(Here here) {}

        /** Not a set-up method: its argument is not a state of the benchmark. */
        public void other(Base base) {}
    }

    private static SortedMap<String, List<String>> of(Class<?> owner) {
        List<Method> methods = Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.getName().equals("run"))
                .toList();
        return ParameterSpace.of(owner, methods).values;
    }

    private static SortedMap<String, List<String>> values(Map<String, List<String>> values) {
        return new TreeMap<>(values);
    }

    @Test
    void prefersFieldOfSubclass() {
        assertThat(of(Derived.class))
                .containsExactly(
                        Map.entry("kind", List.of("HEAP", "DIRECT")),
                        Map.entry("shared", List.of("derived")),
                        Map.entry("size", List.of("3", "1", "2")));
    }

    @Test
    void readsMutuallyDependentStatesOnce() {
        assertThat(of(Here.class)).containsExactly(Map.entry("here", List.of("1")), Map.entry("there", List.of("2")));
    }

    @Test
    void returnsNoParametersWithoutMethods() {
        assertThat(ParameterSpace.of(Derived.class, List.of()).values).isEmpty();
    }

    @Test
    void listsEveryCombinationOnceVaryingLastNameFastest() {
        assertThat(ParameterSpace.combinations(values(Map.of("b", List.of("y", "x"), "a", List.of("1", "2")))))
                .extracting(Map::toString)
                .containsExactly("{a=1, b=y}", "{a=1, b=x}", "{a=2, b=y}", "{a=2, b=x}");
    }

    @Test
    void returnsOneCombinationWithoutParametersAndNoneWithoutValues() {
        assertThat(ParameterSpace.combinations(values(Map.of()))).containsExactly(new TreeMap<>());
        assertThat(ParameterSpace.combinations(values(Map.of("a", List.of("1"), "b", List.of()))))
                .isEmpty();
    }

    @Test
    void returnsIndependentCombinations() {
        List<SortedMap<String, String>> all = ParameterSpace.combinations(values(Map.of("a", List.of("1", "2"))));
        all.get(0).put("a", "9");

        assertThat(all.get(1)).containsExactly(Map.entry("a", "2"));
    }
}
