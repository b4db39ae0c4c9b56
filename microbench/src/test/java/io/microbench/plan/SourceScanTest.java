/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class SourceScanTest {

    @Test
    void findsDeclaredBenchmarksWithClassAndPackage() {
        assertThat(scan("""
                package a.b;

                import org.openjdk.jmh.annotations.Benchmark;

                @State(Scope.Thread)
                public class OneBenchmark {
                    @Param({"1", "2"}) int size;
                    @Param("x;(") private String other = "y";

                    @Benchmark
                    @Fork(value = 1, jvmArgs = {"-Da=)", "b"})
                    public int first() { return size; }

                    int helper() { return 1; }

                    @org.openjdk.jmh.annotations.Benchmark public <T extends Object> java.util.List<T> second(Blackhole b) { return null; }

                    public static class Inner {
                        @Benchmark public void third() {}
                    }

                    public void last() {}
                }
                """).benchmarks())
                .containsExactly(
                        new SourceScan.Found("a.b", "a.b.OneBenchmark", "first"),
                        new SourceScan.Found("a.b", "a.b.OneBenchmark", "second"),
                        new SourceScan.Found("a.b", "a.b.OneBenchmark.Inner", "third"));
    }

    @Test
    void findsParameters() {
        assertThat(scan("class A { @Param({\"1\"}) public int size; @Param final String kind = \"a\"; int no; }")
                        .parameters())
                .containsExactly("kind", "size");
    }

    @Test
    void knowsTheValuesThatAreLiterals() {
        SourceScan scan = scan("""
                class A {
                    @Param({"1", "two\\"s"}) public int size;
                    @Param public Kind kind;
                    @Param({"a", OTHER}) String mixed;
                    @Threads(3) @Benchmark void m() {}
                    @Concurrency({5, 8}) @Benchmark void n() {}
                }
                """);

        assertThat(scan.parameterMayBe("size", "size=1")).isTrue();
        assertThat(scan.parameterMayBe("size", "size=?")).isTrue();
        assertThat(scan.parameterMayBe("size", "size=7")).isFalse();
        assertThat(scan.parameterMayBe("kind", "kind=ANY")).isTrue();
        assertThat(scan.parameterMayBe("mixed", "mixed=x")).isTrue();
        assertThat(scan.parameterMayBe("none", "none=1")).isFalse();
        assertThat(scan.names(Mode.Throughput)).isTrue();
        assertThat(scan.names(Mode.AverageTime)).isFalse();
        assertThat(scan("class A { @BenchmarkMode({Mode.AverageTime}) void m() {} }")
                        .names(Mode.AverageTime))
                .isTrue();
        assertThat(scan.threadsMayBe("threads=1")).isTrue();
        assertThat(scan.threadsMayBe("threads=3")).isTrue();
        assertThat(scan.threadsMayBe("threads=8")).isTrue();
        assertThat(scan.threadsMayBe("threads=4")).isFalse();
    }

    @Test
    void followsSuperclassesAcrossFiles() {
        assertThat(scan(
                                "package p; public class Leaf extends q.Base<String> implements Runnable {}",
                                "package q; public abstract class Base<T> extends Root { @Benchmark public void b() {} }",
                                "package q; class Root extends Base { @Benchmark void a() {} }")
                        .benchmarks())
                .contains(new SourceScan.Found("p", "p.Leaf", "a"), new SourceScan.Found("p", "p.Leaf", "b"));
    }

    @Test
    void isNotFooledByCommentsAndStrings() {
        assertThat(scan("""
                package p;
                // class Commented { @Benchmark void no() {} }
                /* class Also { @Benchmark void no() {} } */
                class Real {
                    String s = "class Quoted { @Benchmark void no() {} }";
                    char c = '{', d = '\\'', e = '"';
                    Class<?> k = Real.class;
                    String t = \"""
                        class Block { @Benchmark void no() {} }
                        \""";
                    @interface Mark {}
                    @Benchmark void yes() {}
                }
                """).benchmarks()).containsExactly(new SourceScan.Found("p", "p.Real", "yes"));
    }

    @Test
    void brokenSourceHarmsNobody() {
        for (String broken : List.of(
                "", "class", "class A {", "}}}", "@", "@Benchmark(", "\"", "/*", "package", "class A extends", "'\\")) {
            assertThat(scan(broken).benchmarks()).isEmpty();
        }
    }

    private static SourceScan scan(String... sources) {
        return SourceScan.of(List.of(sources));
    }
}
