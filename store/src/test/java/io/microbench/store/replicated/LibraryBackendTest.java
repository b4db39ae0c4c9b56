// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionalLibraryTest {

    private static final OptionalLibrary HERE = new OptionalLibrary("org.example:here", "java.lang.String");
    private static final OptionalLibrary ABSENT = new OptionalLibrary("org.example:absent", "org.example.Absent");

    @Test
    void thoseThatAreThereCanBeUsed() {
        assertThat(OptionalLibrary.firstMissing(List.of(HERE))).isEmpty();
    }

    @Test
    void theFirstThatIsMissingIsNamedWithItsClass() {
        assertThat(OptionalLibrary.firstMissing(List.of(HERE, ABSENT)).orElseThrow())
                .startsWith("org.example:absent is not on the class path: ")
                .contains("org.example.Absent");
    }
}
