// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClassDictionaryTest {

    private final ClassDictionary dictionary = new ClassDictionary();

    @Test
    void numbersClassesOnceWithRangesPerFork() {
        assertThat(dictionary.add(Map.of("a.A", "01", "a.B", "02", "a.C", "03")))
                .isEqualTo("0-2");
        assertThat(dictionary.add(Map.of("a.A", "01", "a.C", "03", "a.D", "04")))
                .isEqualTo("0,2-3");
        assertThat(dictionary.lines()).contains(List.of("01 a.A", "02 a.B", "03 a.C", "04 a.D"));
    }

    @Test
    void readsClassesFromRangesDespiteSpacesInNames() {
        Map<String, String> digests = Map.of("files in my lib.jar", "01+02", "a.B", "02");
        String ranges = dictionary.add(digests);
        Map<String, String> read = new TreeMap<>();
        ClassDictionary.resolve(dictionary.lines().orElseThrow(), ranges, read);

        assertThat(read).isEqualTo(digests);
    }

    @Test
    void ignoresNumbersOutsideDictionary() {
        Map<String, String> read = new TreeMap<>();
        ClassDictionary.resolve(List.of("01 a.A"), "0-9999999", read);

        assertThat(read).containsExactly(Map.entry("a.A", "01"));
    }

    @Test
    void writesNoRangesForEmptySet() {
        assertThat(dictionary.add(Map.of())).isEmpty();
        assertThat(dictionary.lines()).isEmpty();
    }
}
