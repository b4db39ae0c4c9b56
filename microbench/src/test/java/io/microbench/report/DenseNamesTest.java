// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DenseNamesTest {

    private static List<String> dense(String... names) {
        DenseNames dense = new DenseNames(List.of(names));
        return List.of(names).stream().map(dense::shorten).toList();
    }

    @Test
    void shortensPackageOfSingleName() {
        assertThat(dense("io.netty.microbench.buffer.AllocBenchmark.pooled"))
                .containsExactly("i.n.m.b.AllocBenchmark.pooled");
    }

    @Test
    void keepsPackagesThatDiffer() {
        assertThat(dense("io.netty.buffer.A.m", "io.netty.common.A.m"))
                .containsExactly("i.n.buffer.A.m", "i.n.common.A.m");
        assertThat(dense("io.a.A.m", "io.a.b.A.m")).containsExactly("i.a.A.m", "i.a.b.A.m");
    }

    @Test
    void neverShortensClassOrMethod() {
        assertThat(dense("Alone.method")).containsExactly("Alone.method");
        assertThat(dense("lower.method")).containsExactly("l.method");
        assertThat(dense("a.Outer.Inner.method")).containsExactly("a.Outer.Inner.method");
    }

    @Test
    void acceptsNoNames() {
        assertThat(new DenseNames(List.of()).shorten("io.A.m")).isEqualTo("io.A.m");
    }
}
