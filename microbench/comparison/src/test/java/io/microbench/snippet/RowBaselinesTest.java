// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Question.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowBaselinesTest {

    private static final Question TWO = Question.of(
            Snippet.of("Math.sqrt(2)"),
            Snippet.of("2").labelled("two"),
            Snippet.of("3").labelled("two"));

    @Test
    void selectsRowOfLabel() {
        assertThat(RowBaselines.of(TWO, "two"))
                .containsExactly(Map.entry("Math.sqrt(2)", "two"), Map.entry("two", "two"), Map.entry("two #2", "two"));
        assertThat(RowBaselines.of(TWO, "two #2")).containsEntry("two", "two #2");
    }

    @Test
    void returnsEmptyForUnknownLabel() {
        assertThat(RowBaselines.of(TWO, "three")).isEmpty();
    }

    @Test
    void acceptsRowSnippetOrVariant() {
        Question both =
                Question.of(Snippet.of("a"), Snippet.of("b")).withVariants(List.of(variant("g1"), variant("zgc")));

        assertThat(RowBaselines.of(both, "a @ zgc"))
                .hasSize(4)
                .containsValue("a @ zgc")
                .containsOnlyKeys("a @ g1", "a @ zgc", "b @ g1", "b @ zgc");
        assertThat(RowBaselines.of(both, "a"))
                .containsExactly(
                        Map.entry("a @ g1", "a @ g1"),
                        Map.entry("a @ zgc", "a @ zgc"),
                        Map.entry("b @ g1", "a @ g1"),
                        Map.entry("b @ zgc", "a @ zgc"));
        assertThat(RowBaselines.of(both, "g1"))
                .containsExactly(
                        Map.entry("a @ g1", "a @ g1"),
                        Map.entry("a @ zgc", "a @ g1"),
                        Map.entry("b @ g1", "b @ g1"),
                        Map.entry("b @ zgc", "b @ g1"));
        assertThat(RowBaselines.labels(both))
                .containsExactly("a @ g1", "a @ zgc", "b @ g1", "b @ zgc", "a", "b", "g1", "zgc");
    }

    @Test
    void acceptsWordOfVariantName() {
        Question all = Question.of(Snippet.of("a"))
                .withVariants(List.of(variant("17 1.0"), variant("17 1.1"), variant("25 1.0"), variant("25 1.1")));

        assertThat(RowBaselines.of(all, "1.0"))
                .containsExactly(
                        Map.entry("a @ 17 1.0", "a @ 17 1.0"),
                        Map.entry("a @ 17 1.1", "a @ 17 1.0"),
                        Map.entry("a @ 25 1.0", "a @ 25 1.0"),
                        Map.entry("a @ 25 1.1", "a @ 25 1.0"));
        assertThat(RowBaselines.of(all, "17")).containsEntry("a @ 25 1.1", "a @ 17 1.1");
        assertThat(RowBaselines.of(all, "1.2")).isEmpty();
        assertThat(RowBaselines.labels(all))
                .endsWith("25 1.1", "17", "1.0", "1.1", "25")
                .doesNotHaveDuplicates();
        assertThat(RowBaselines.of(all.withVariants(List.of(variant("17 1.0"), variant("25 1.1"))), "1.0"))
                .as("the nearest one")
                .containsEntry("a @ 25 1.1", "a @ 17 1.0");
    }

    @Test
    void prefersSnippetToVariantOfSameName() {
        Question both = Question.of(Snippet.of("a"), Snippet.of("b")).withVariants(List.of(variant("a"), variant("b")));

        assertThat(RowBaselines.of(both, "a")).containsEntry("b @ b", "a @ b");
    }

    private static Variant variant(String name) {
        return new Variant(name, Optional.empty(), 17, List.of());
    }

    @Test
    void omitsEmptySnippetsFromLabels() {
        assertThat(RowBaselines.labels(TWO.withOverhead())).containsExactly("Math.sqrt(2)", "two", "two #2");
    }
}
