/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.SiblingSources.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;

class SiblingSourcesTest {

    @TempDir
    Path root;

    @Test
    void findsDeclaredBenchmarksWithClassAndPackage() throws IOException {
        assertThat(sources("""
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

                    public void last() {}
                }
                """).benchmarks())
                .containsExactly(
                        new Found("a.b", "a.b.OneBenchmark", "first"), new Found("a.b", "a.b.OneBenchmark", "second"));
    }

    @Test
    void aNestedClassMayHaveAllBenchmarksOfItsFile() throws IOException {
        assertThat(sources("""
                public class Outer {
                    public static class State {}
                    public static class Inner { @Benchmark public void inside() {} }
                    @Benchmark public void outside(State state) {}
                }
                """).benchmarks())
                .contains(
                        new Found("", "Outer", "outside"),
                        new Found("", "Outer.Inner", "inside"),
                        new Found("", "Outer.Inner", "outside"));
    }

    @Test
    void aGroupIsABenchmarkOfAnyNumberOfThreads() throws IOException {
        SiblingSources sources = sources("""
                class A {
                    @Benchmark @Group("pair") @GroupThreads(2) public void get() {}
                    @Benchmark @Group("pair") @GroupThreads(3) public void put() {}
                }
                """);

        assertThat(sources.benchmarks()).contains(new Found("", "A", "pair"));
        assertThat(sources.threadsMayBe("threads=5")).isTrue();
    }

    @Test
    void findsParameters() throws IOException {
        assertThat(sources("class A { @Param({\"1\"}) public int size; @Param final String kind = \"a\"; int no; }")
                        .parameters())
                .containsExactly("kind", "size");
    }

    @Test
    void readsTheValuesThatAreLiterals() throws IOException {
        SiblingSources sources = sources("""
                class A {
                    @Param({"1", "two\\"s", "3;"}) public int size;
                    @Param public Kind kind;
                    @Param({"a", OTHER}) String mixed;
                    @Param(value = "x") String named;
                    @Threads(3) @Benchmark void m() {}
                    @Concurrency({5, 8}) @Benchmark void n() {}
                }
                """);

        assertThat(sources.parameterMayBe("size", "size=1")).isTrue();
        assertThat(sources.parameterMayBe("size", "size=?")).isTrue();
        assertThat(sources.parameterMayBe("size", "size=7")).isFalse();
        assertThat(sources.parameterMayBe("kind", "kind=ANY")).isTrue();
        assertThat(sources.parameterMayBe("mixed", "mixed=x")).isTrue();
        assertThat(sources.parameterMayBe("named", "named=x")).isTrue();
        assertThat(sources.parameterMayBe("named", "named=y")).isFalse();
        assertThat(sources.parameterMayBe("none", "none=1")).isFalse();
        assertThat(sources.threadsMayBe("threads=1")).isTrue();
        assertThat(sources.threadsMayBe("threads=3")).isTrue();
        assertThat(sources.threadsMayBe("threads=8")).isTrue();
        assertThat(sources.threadsMayBe("threads=4")).isFalse();
    }

    @Test
    void readsModes() throws IOException {
        SiblingSources sources = sources("@BenchmarkMode({Mode.AverageTime}) class A { @Benchmark void m() {} }");

        assertThat(sources.names(Mode.Throughput)).isTrue();
        assertThat(sources.names(Mode.AverageTime)).isTrue();
        assertThat(sources.names(Mode.SampleTime)).isFalse();
    }

    @Test
    void followsSuperclassesAcrossFiles() throws IOException {
        assertThat(sources(
                                "package p; public class Leaf<T extends A<T>> extends q.Base<String> implements Runnable {}",
                                "package q; public abstract class Base<T> extends Root { @Benchmark public void b() {} }",
                                "package q; class Root extends Base { @Benchmark void a() {} }")
                        .benchmarks())
                .contains(new Found("p", "p.Leaf", "a"), new Found("p", "p.Leaf", "b"));
    }

    @Test
    void leavesCommentsOut() throws IOException {
        assertThat(sources("""
                package p;
                // class Commented { @Benchmark void no() {} }
                /* class Also { @Benchmark void no() {} } */
                class Real {
                    String s = "http://a/*";
                    char c = '"', d = '\\'';
                    String t = \"""
                        not // a comment, nor " the start of a string /*
                        \""";
                    @Benchmark void yes() {}
                }
                """).benchmarks()).containsExactly(new Found("p", "p.Real", "yes"));
    }

    @Test
    void findsNothingInBrokenSource() throws IOException {
        for (String broken : List.of(
                "", "class", "class A {", "}}}", "@", "@Benchmark(", "\"", "/*", "package", "class A extends", "'\\")) {
            assertThat(sources(broken).benchmarks()).as(broken).isEmpty();
        }
    }

    private SiblingSources sources(String... texts) throws IOException {
        Path source = Files.createDirectories(root.resolve("there/src/test/java"));
        for (int i = 0; i < texts.length; i++) {
            Files.writeString(source.resolve("Source" + i + ".java"), texts[i]);
        }
        String reactor = "reactor [MavenProject: g:here:1 @ " + root.resolve("here/pom.xml")
                + ", MavenProject: g:there:1 @ " + root.resolve("there/pom.xml") + "]";
        return new SiblingSources(reactor, root.resolve("here"));
    }
}
