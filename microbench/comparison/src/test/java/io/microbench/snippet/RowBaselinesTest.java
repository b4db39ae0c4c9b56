/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RowBaselinesTest {

    private static final Question TWO = Question.of(
            Snippet.of("Math.sqrt(2)"), Snippet.of("2").labelled("two"), Snippet.of("3").labelled("two"));

    @Test
    void everyRowIsRelatedToTheOneOfTheLabel() {
        assertThat(RowBaselines.of(TWO, "two"))
                .containsExactly(Map.entry("Math.sqrt(2)", "two"), Map.entry("two", "two"), Map.entry("two #2", "two"));
        assertThat(RowBaselines.of(TWO, "two #2")).containsEntry("two", "two #2");
    }

    @Test
    void aLabelThatNoRowHasChoosesNothing() {
        assertThat(RowBaselines.of(TWO, "three")).isEmpty();
    }

    @Test
    void whatDoesNothingHasNoLabelToChoose() {
        assertThat(RowBaselines.labels(TWO.withOverhead())).containsExactly("Math.sqrt(2)", "two", "two #2");
    }
}
