// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.text.PreflightException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LibraryChoiceTest {

    private static Map<String, List<String>> choices(String... deps) {
        return Coordinates.choices(Stream.of(deps).map(Coordinates::parse).toList());
    }

    @Test
    void singleVersionsAreOneSetWithoutAName() {
        assertThat(choices("g:a:1", "g:b:2")).containsExactly(Map.entry("", List.of("g:a:1", "g:b:2")));
    }

    @Test
    void namesSetsByVersion() {
        assertThat(choices("g:a:1,2", "g:b:3"))
                .containsExactly(Map.entry("1", List.of("g:a:1", "g:b:3")), Map.entry("2", List.of("g:a:2", "g:b:3")));
    }

    @Test
    void combinesArtifactsWithTheSameVersions() {
        assertThat(choices("g:a:1,2", "g:b:1,2"))
                .containsExactly(Map.entry("1", List.of("g:a:1", "g:b:1")), Map.entry("2", List.of("g:a:2", "g:b:2")));
    }

    @Test
    void rejectsDifferentListsAndDuplicates() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> choices("g:a:1", "g:b:1", "g:a:2"))
                .withMessage(
                        "--deps g:a:2 contradicts another one: expected each library once with all versions to"
                                + " compare, such as g:a:1.0,1.1, and the same versions for all libraries with several versions.");
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> choices("g:a:1,2", "g:b:2,3"))
                .withMessageStartingWith("--deps g:b:2,3 contradicts another one");
        assertThat(choices("g:a:1", "g:a:jar:tests:1")).hasSize(1);
    }
}
