// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.InheritanceFixtures.AbstractCase;
import io.microbench.plan.InheritanceFixtures.InheritingCase;
import io.microbench.plan.InheritanceFixtures.OverridingCase;
import io.microbench.plan.jmh_generated.MergedFixture_jmhType;
import org.junit.jupiter.api.Test;

class BenchmarkClassTest {

    @Test
    void acceptsDeclaredAndInheritedBenchmarks() {
        assertThat(BenchmarkClass.isBenchmarkClass(MergedFixture.class)).isTrue();
        assertThat(BenchmarkClass.isBenchmarkClass(InheritingCase.class)).isTrue();
    }

    @Test
    void rejectsClassesThatJmhWouldNotRun() {
        assertThat(BenchmarkClass.isBenchmarkClass(AbstractCase.class)).isFalse();
        assertThat(BenchmarkClass.isBenchmarkClass(BenchmarkClassTest.class)).isFalse();
        assertThat(BenchmarkClass.isBenchmarkClass(Runnable.class)).isFalse();
        assertThat(BenchmarkClass.isBenchmarkClass(StatesFixture.Kind.class)).isFalse();
        assertThat(BenchmarkClass.isBenchmarkClass(MergedFixture_jmhType.class)).isFalse();
    }

    @Test
    void namesNestedClassLikeJmh() {
        assertThat(BenchmarkClass.of(InheritingCase.class).name())
                .isEqualTo("io.microbench.plan.InheritanceFixtures.InheritingCase");
    }

    @Test
    void sortsMethodsAndCountsOverriddenOnce() {
        assertThat(BenchmarkClass.of(OverridingCase.class).methods())
                .extracting(BenchmarkMethod::name)
                .containsExactly("added", "inherited");
    }

    @Test
    void treatsGroupAsOneBenchmark() {
        assertThat(BenchmarkClass.of(GroupFixture.class).methods())
                .extracting(BenchmarkMethod::name)
                .containsExactly("alone", "table");
        assertThat(BenchmarkClass.of(GroupFixture.class).methods().get(1).methods())
                .extracting(method -> method.getName())
                .containsExactly("read", "write");
    }
}
