// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.remote.HostCases;
import io.microbench.result.CaseId;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests cases that fail before their first fork, on either side of a comparison. */
class BrokenCasesTest {

    private static final Builds BUILDS = new Builds(
            new Build("before", List.of("a.jar"), Path.of("")), new Build("after", List.of("b.jar"), Path.of("")));

    private static HostCases known(HostCases.BrokenCase... broken) {
        return new HostCases(Environment.builder().build(), List.of(), List.of(), 1, "", List.of(), List.of(broken));
    }

    @Test
    void reportsBrokenCasesAsFailures() {
        CaseId encode = Fixtures.id("encode");
        CaseId decode = Fixtures.id("decode");
        Failure ofFork = Failure.of(Failure.Kind.THREW, "boom");

        Map<CaseId, Failure> failures = InterleavedComparison.failures(
                Map.of(decode, ofFork),
                BUILDS,
                side -> side == Side.CANDIDATE
                        ? known(
                                new HostCases.BrokenCase(encode, "java.lang.IllegalStateException: no library"),
                                new HostCases.BrokenCase(decode, "another"))
                        : known());

        assertThat(failures).hasSize(2).containsEntry(decode, ofFork).hasEntrySatisfying(encode, failure -> assertThat(
                        failure.message())
                .isEqualTo("after: java.lang.IllegalStateException: no library"));
    }
}
