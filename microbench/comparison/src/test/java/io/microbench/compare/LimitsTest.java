// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void rejectsInvalidLimits() {
        assertThatThrownBy(() -> new Limits(Duration.ZERO, 3, 40, 0.01, 0.01))
                .hasMessage("The time budget is 0 ms. Expected a time above 0.");
        assertThatThrownBy(() -> new Limits(MINUTE, 2, 40, 0.01, 0.01))
                .hasMessage(
                        "The minimum of --fork-range (microbench.forkRange) is 2. Expected 3 or more, such as 3..10.");
        assertThatThrownBy(() -> new Limits(MINUTE, 5, 4, 0.01, 0.01)).hasMessageContaining("Expected 5 or more.");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, 0, 0.01)).hasMessageContaining("The confidence is 100%");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, 0.01, 1)).hasMessageContaining("The tolerance is 1.0");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, Double.NaN, 0.01)).hasMessageContaining("The confidence is ");
    }
}
