/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostArgumentsTest {

    @Test
    void onlyAJdkThatKnowsTheOptionGetsIt() {
        assertThat(HostArguments.quiet(17)).isEmpty();
        assertThat(HostArguments.quiet(23)).isEmpty();
        assertThat(HostArguments.quiet(24)).containsExactly("--sun-misc-unsafe-memory-access=allow");
        assertThat(HostArguments.quiet())
                .isEqualTo(HostArguments.quiet(Runtime.version().feature()));
    }
}
