// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JudgeSettingsTest {

    private static final JudgeSettings DEFAULTS = JudgeSettings.DEFAULTS;

    @Test
    void dividesLevelAmongCases() {
        assertThat(DEFAULTS.threshold()).isEqualTo(0.01);
        assertThat(DEFAULTS.among(500).threshold()).isEqualTo(0.01 / 500);
        assertThat(DEFAULTS.among(500).confidence()).isEqualTo(0.99);
    }

    @Test
    void changesOneSettingAtATime() {
        assertThat(DEFAULTS.withTolerance(0.05).withLevel(0.02).among(3))
                .isEqualTo(new JudgeSettings(0.05, 0.02, 3, false));
    }

    @Test
    void isForcedOnlyOnRequest() {
        assertThat(DEFAULTS.forced()).isFalse();
        assertThat(DEFAULTS.force().withTolerance(0.02).among(2).withLevel(0.05).forced())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, -0.01, 5, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsNumbersThatAreNotShares(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withTolerance(value))
                .withMessageStartingWith("Tolerance " + value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withLevel(value))
                .withMessageStartingWith("Tolerance 0.01, level " + value);
    }

    @Test
    void rejectsLevelAsHighAsPower() {
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withLevel(0.9));
    }

    @Test
    void rejectsZeroCases() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.among(0))
                .withMessageContaining("at least 1 case");
    }
}
