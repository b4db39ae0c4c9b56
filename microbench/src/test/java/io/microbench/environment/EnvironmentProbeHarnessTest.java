// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvironmentProbeHarnessTest {

    @Test
    void matchesVersionOfMavenBuild() {
        assertThat(EnvironmentProbe.harness()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @Test
    void storesHarnessInRecord() {
        assertThat(EnvironmentProbe.here().harness()).isEqualTo(EnvironmentProbe.harness());
    }
}
