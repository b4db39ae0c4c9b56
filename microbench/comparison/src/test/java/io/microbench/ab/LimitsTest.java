/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.plan.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> new Limits(Duration.ZERO, 3, 40, 0.01, 0.01))
                .hasMessage("The time budget is PT0S. Accepted is a time above 0.");
        assertThatThrownBy(() -> new Limits(MINUTE, 2, 40, 0.01, 0.01))
                .hasMessage("The least number of forks a side is 2. Accepted is 3 or more.");
        assertThatThrownBy(() -> new Limits(MINUTE, 5, 4, 0.01, 0.01)).hasMessageContaining("Accepted is 5 or more.");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, 0, 0.01)).hasMessageContaining("The level is 0.0");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, 0.01, 1)).hasMessageContaining("The band is 1.0");
        assertThatThrownBy(() -> new Limits(MINUTE, 3, 4, Double.NaN, 0.01)).hasMessageContaining("The level is NaN");
    }

    @Test
    void aGivenNumberOfForksIsExact() {
        ComparisonSettings settings = ComparisonSettings.resolve(Map.of("forks", "7"), Limits.DEFAULT);

        assertThat(settings.limits().leastForks()).isEqualTo(7);
        assertThat(settings.limits().mostForks()).isEqualTo(7);
        assertThatThrownBy(() -> ComparisonSettings.resolve(Map.of("forks", "2"), Limits.DEFAULT))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(
                        "forks = \"2\" (command line) cannot be used: a comparison needs 3 forks a side or more.");
    }

    @Test
    void takesTheSettingsOfEveryRun() {
        ComparisonSettings settings = ComparisonSettings.resolve(
                Map.of(
                        "microbench.output", "out",
                        "microbench.seed", "7",
                        "microbench.lockWait", "5s",
                        "io.netty.noUnsafe", "true"),
                Limits.DEFAULT);

        assertThat(settings.output()).isEqualTo(Path.of("out").toAbsolutePath());
        assertThat(settings.seed()).isEqualTo(7);
        assertThat(settings.lockWait()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.properties()).containsEntry("io.netty.noUnsafe", "true");
        assertThat(settings.limits()).isEqualTo(Limits.DEFAULT);
    }

    @Test
    void anUnknownSettingIsAnErrorBeforeAnythingStarts() {
        assertThatThrownBy(() -> ComparisonSettings.resolve(Map.of("microbench.ouput", "x"), Limits.DEFAULT))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Did you mean microbench.output");
    }
}
