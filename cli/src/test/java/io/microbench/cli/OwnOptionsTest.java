// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.LibraryOptions.OwnOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnOptionsTest {

    @Test
    void findsSystemPropertiesInMicrobenchOpts() {
        assertThat(OwnOptions.properties(
                        Map.of("MICROBENCH_OPTS", " -Xmx1g -Djmh.ignoreLock=true  -Dflag -Da=b=c -XX:+UseZGC ")))
                .containsExactly(Map.entry("jmh.ignoreLock", "true"), Map.entry("flag", ""), Map.entry("a", "b=c"));
        assertThat(OwnOptions.properties(Map.of())).isEmpty();
    }
}
