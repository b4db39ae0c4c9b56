// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.settings.CaseFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListedClassesTest {

    @Test
    void loadsOnlyClassesThatPatternsName() {
        assertThat(named("MergedFixture.once")).containsExactly(MergedFixture.class);
        assertThat(named("MergedFixture:size=7;StatesFixture"))
                .containsExactlyInAnyOrder(MergedFixture.class, StatesFixture.class);
        assertThat(named("NoSuchFixture")).isEmpty();
    }

    @Test
    void loadsClassesOfExcludingPatterns() {
        assertThat(named("MergedFixture;!StatesFixture.with"))
                .containsExactlyInAnyOrder(MergedFixture.class, StatesFixture.class);
        assertThat(named("!MergedFixture:size=8")).isEqualTo(all()).hasSizeGreaterThan(2);
        assertThat(named("")).isEqualTo(all());
    }

    private static List<Class<?>> named(String filter) {
        return listed(ListedClasses.named(CaseFilter.parse(filter)));
    }

    private static List<Class<?>> all() {
        return listed(ListedClasses.all(CaseFilter.parse("")));
    }

    /** Omits classes that the annotation processor did not list: they are always loaded. */
    private static List<Class<?>> listed(List<Class<?>> classes) {
        return classes.stream()
                .filter(ListedClasses::has)
                .<Class<?>>map(type -> type)
                .toList();
    }
}
