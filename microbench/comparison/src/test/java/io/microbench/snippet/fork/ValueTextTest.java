// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.fork.SnippetCheck.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValueTextTest {

    private record Point(int x, Object y) {}

    @Test
    void whatIsEqualHasTheSameDigest() {
        assertThat(ValueText.digest(1)).isEqualTo(ValueText.digest(1L)).hasSize(64);
        assertThat(ValueText.digest(null)).isEqualTo(ValueText.digest(null)).isNotEqualTo(ValueText.digest(0));
        assertThat(ValueText.digest(new int[][] {{1}, {2, 3}}))
                .isEqualTo(ValueText.digest(List.of(List.of(1), List.of(2, 3))))
                .isNotEqualTo(ValueText.digest(new int[][] {{1, 2}, {3}}));
        assertThat(ValueText.digest(new Point(1, "a")))
                .isEqualTo(ValueText.digest(new Point(1, "a")))
                .isNotEqualTo(ValueText.digest(new Point(1, "b")));
        assertThat(ValueText.digest(Optional.of(1))).isNotEqualTo(ValueText.digest(Optional.empty()));
    }

    @Test
    void setsAndMapsAreInNoOrderAndListsAre() {
        assertThat(ValueText.digest(new LinkedHashSet<>(List.of(1, 2))))
                .isEqualTo(ValueText.digest(new LinkedHashSet<>(List.of(2, 1))));
        Map<String, Integer> one = new LinkedHashMap<>();
        one.put("a", 1);
        one.put("b", 2);
        Map<String, Integer> other = new LinkedHashMap<>();
        other.put("b", 2);
        other.put("a", 1);
        assertThat(ValueText.digest(one)).isEqualTo(ValueText.digest(other));
        assertThat(ValueText.digest(List.of(1, 2))).isNotEqualTo(ValueText.digest(List.of(2, 1)));
    }

    @Test
    void whatHasNoTextOfItsOwnHasNoDigest() {
        assertThat(ValueText.digest(new Object())).isEmpty();
        assertThat(ValueText.digest(new Object[] {1, new Object()})).isEmpty();
        assertThat(ValueText.digest(Map.of("a", new Object()))).isEmpty();
        assertThat(ValueText.digest(new Point(1, new Object()))).isEmpty();
        assertThat(ValueText.digest((Runnable) () -> {})).isEmpty();
        assertThat(ValueText.digest("mail@example.com")).isNotEmpty();
    }

    @Test
    void aValueThatCannotBeWrittenHasNoDigest() {
        List<Object> endless = new ArrayList<>(Arrays.asList(1, 2));
        endless.add(endless);
        assertThat(ValueText.digest(endless)).isEmpty();
        assertThat(ValueText.digest(new Object() {
                    @Override
                    public String toString() {
                        throw new IllegalStateException("closed");
                    }
                }))
                .isEmpty();
    }
}
