// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

    @ParameterizedTest
    @CsvSource({"kitten, sitting, 3", "abc, abc, 0", "ABC, abc, 0", "'', abc, 3", "abc, '', 3", "ab, ba, 2"})
    void countsEdits(String left, String right, int distance) {
        assertThat(NearestName.distance(left, right)).isEqualTo(distance);
        assertThat(NearestName.distance(right, left)).isEqualTo(distance);
    }

    @Test
    void returnsFirstOfTies() {
        assertThat(NearestName.of("size", List.of("seed", "sizes", "side", "threads")))
                .isEqualTo("side");
    }
}
