// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseIdTest {

    private static CaseId id(int threads, Optional<String> mode, String... namesAndValues) {
        SortedMap<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new CaseId("io.acme.Codec", "encode", parameters, threads, mode);
    }

    @Test
    void writesBenchmarkThenParametersThenThreads() {
        CaseId id = id(4, Optional.empty(), "size", "1024", "pooled", "true");

        assertThat(id.benchmark()).isEqualTo("io.acme.Codec.encode");
        assertThat(id.variant()).isEqualTo("pooled=true,size=1024,threads=4");
        assertThat(id.text()).isEqualTo("io.acme.Codec.encode:pooled=true,size=1024,threads=4");
        assertThat(id).hasToString(id.text());
    }

    @Test
    void appendsModeIfItDistinguishesCases() {
        assertThat(id(1, Optional.of("sample")).text()).isEqualTo("io.acme.Codec.encode:threads=1,mode=sample");
    }

    @Test
    void omitsSingleThreadFromDisplayName() {
        assertThat(id(1, Optional.empty()).displayName()).isEqualTo("encode");
        assertThat(id(1, Optional.empty(), "size", "1024").displayName()).isEqualTo("encode(size=1024)");
        assertThat(id(8, Optional.of("avgt"), "size", "1024").displayName())
                .isEqualTo("encode(size=1024,threads=8,mode=avgt)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"a,b|a%2Cb", "100%|100%25", "plain text|plain text", "ünï→😀|ünï→😀", "a=b:c/d|a=b:c/d"})
    void escapesCharactersWithMeaningInIds(String value, String written) {
        assertThat(id(1, Optional.empty(), "p", value).variant()).isEqualTo("p=" + written + ",threads=1");
        assertThat(id(1, Optional.empty(), "p", value).displayName()).isEqualTo("encode(p=" + written + ")");
    }

    @Test
    void escapesControlCharactersToKeepIdOnOneLine() {
        assertThat(id(1, Optional.empty(), "p", "a\nb\tc\u001b[1m\u0085").variant())
                .isEqualTo("p=a%0Ab%09c%1B[1m%85,threads=1");
    }

    @Test
    void returnsDifferentIdsForDifferentValues() {
        assertThat(id(1, Optional.empty(), "a", "1,b=2", "b", "3").text())
                .isNotEqualTo(id(1, Optional.empty(), "a", "1", "b", "2,b=3").text());
        assertThat(id(1, Optional.empty(), "p", "%2C").text())
                .isNotEqualTo(id(1, Optional.empty(), "p", ",").text());
        assertThat(id(1, Optional.empty(), "p", "").variant()).isEqualTo("p=,threads=1");
    }

    @Test
    void sortsParametersByName() {
        SortedMap<String, String> backwards = new TreeMap<>(Comparator.reverseOrder());
        backwards.putAll(Map.of("a", "1", "b", "2"));
        CaseId id = new CaseId("C", "m", backwards, 1, Optional.empty());

        assertThat(id.variant()).isEqualTo("a=1,b=2,threads=1");
        assertThat(id).isEqualTo(new CaseId("C", "m", new TreeMap<>(backwards), 1, Optional.empty()));
    }

    @Test
    void copiesParameters() {
        SortedMap<String, String> given = new TreeMap<>(Map.of("a", "1"));
        CaseId id = new CaseId("C", "m", given, 1, Optional.empty());
        given.put("a", "2");

        assertThat(id.parameters()).containsExactly(Map.entry("a", "1"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> id.parameters().put("a", "3"));
    }

    @Test
    void requiresAtLeastOneThread() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> id(0, Optional.empty()))
                .withMessage("threads = 0: a case has at least 1");
    }
}
