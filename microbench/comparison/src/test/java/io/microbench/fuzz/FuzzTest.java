// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damages every format that is read from disk, and uses each mutant like a valid document.
 *
 * <p>{@code ./mvnw -pl microbench/comparison -am test -Dgroups=fuzz -DexcludedGroups= -Dtest=FuzzTest} tries ten thousand
 * mutants of each; every build tries a few others.
 */
@Tag("any-jdk")
class FuzzTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void acceptsValidDocument(Documents format) throws IOException {
        Fuzzing fuzzing = format.in(folder);
        fuzzing.use().of(fuzzing.document());
    }

    @ParameterizedTest
    @EnumSource
    void handlesHundredMutants(Documents format) throws IOException {
        check(format, 100, 1_000_000);
    }

    @Tag("fuzz")
    @ParameterizedTest
    @EnumSource
    void handlesTenThousandMutants(Documents format) throws IOException {
        check(format, Integer.getInteger("fuzz.mutants", 10_000), Long.getLong("fuzz.seed", 1));
    }

    private void check(Documents format, int mutants, long seed) throws IOException {
        format.in(folder).check(format.name(), mutants, seed);
    }
}
