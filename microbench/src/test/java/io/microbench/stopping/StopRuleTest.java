// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the names and the parsing of rules, and the contract of the library's rules. */
class StopRuleTest extends StopRuleContract {

    @Test
    void usesPilotForkAsStandard() {
        assertThat(StopRule.standard().name()).isEqualTo("pilot");
        assertThat(StopRule.names()).containsExactly("pilot", "fixed");
    }

    @Test
    void scalesStandardRuleToLengthOfPlannedFork() {
        assertThat(StopRule.standard(100)).isEqualTo(StopRule.standard());
        assertThat(StopRule.standard(20).text()).startsWith("pilot:first=8,early=2,age=8,later=2,longest=20,");
        assertThat(StopRule.standard(0).text()).startsWith("pilot:first=4,early=2,age=8,later=2,longest=10,");
    }

    @Test
    void readsSettingsAndPercentages() {
        assertThat(StopRule.byName("fixed:warmup=8, measured=50%")).contains(new FixedSchedule(8, 0.5));
        assertThat(StopRule.byName("no-such-rule:shortest=8")).isEmpty();
        assertThat(StopRule.byName("trailing-half")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fixed:short=8                       | Rule fixed has no setting "short"; it has measured, warmup
            fixed:warmup=eight                  | Rule fixed: warmup is "eight"; expected a number, or a percentage such as 1%
            fixed:warmup                        | Rule fixed: "warmup" is not a setting; expected key=value, separated by commas
            fixed:warmup=8,warmup=9             | Rule fixed: warmup is set twice; set it once
            fixed:warmup=-1                     | Rule fixed: warmup is -1; expected a number of at least 0
            fixed:measured=0                    | Rule fixed: measured is 0; expected a number above 0
            pilot:patience=0.5                  | Rule pilot: patience is 0.5; expected a number of at least 1
            pilot:longest=20                    | Rule pilot: longest is 20; expected a number of at least 40
            """)
    void reportsInvalidRules(String text, String message) {
        assertThatThrownBy(() -> StopRule.byName(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
