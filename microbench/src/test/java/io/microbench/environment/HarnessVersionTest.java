// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.environment.EnvironmentProbe.HarnessVersion;
import org.junit.jupiter.api.Test;

class HarnessVersionTest {

    @Test
    void isTheOneThatMavenBuilds() {
        assertThat(HarnessVersion.text()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }

    @Test
    void isInTheRecordOfARun() {
        assertThat(EnvironmentProbe.here().harness()).isEqualTo(HarnessVersion.text());
    }
}
