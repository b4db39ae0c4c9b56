// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleSettingsTest {

    @Test
    void ignoresSpacesAroundKeysAndValues() {
        RuleSettings settings = new RuleSettings("ladder", " shortest = 2 ,share= 2.5% ");

        assertThat(settings.number("shortest", 1)).isEqualTo(2);
        assertThat(settings.number("share", 1)).isEqualTo(0.025);
        assertThat(settings.number("longest", 60)).isEqualTo(60);
        assertThatCode(settings::requireAllKnown).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "longest    | \"longest\" is not a setting; expected key=value, separated by commas",
                "=3         | \"=3\" is not a setting; expected key=value, separated by commas",
                "a=1,,b=2   | \"\" is not a setting; expected key=value, separated by commas",
                "a=1,a=2    | a is set twice; set it once",
                "a=long     | a is \"long\"; expected a number, or a percentage such as 1%",
                "a=%        | a is \"%\"; expected a number, or a percentage such as 1%"
            })
    void reportsInvalidSettingWithRule(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RuleSettings("ladder", text))
                .withMessage("Rule ladder: " + message);
    }

    @Test
    void listsKeysForUnknownOne() {
        RuleSettings settings = new RuleSettings("ladder", "lngest=3");
        settings.number("shortest", 1);
        settings.number("longest", 1);

        assertThatIllegalArgumentException()
                .isThrownBy(settings::requireAllKnown)
                .withMessage("Rule ladder has no setting \"lngest\"; it has longest, shortest");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RuleSettings("fixed", "a=1").requireAllKnown())
                .withMessage("Rule fixed has no setting \"a\"; it has none");
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 1.5, Double.NaN, Double.POSITIVE_INFINITY, -3})
    void requiresFiniteValueAboveExclusiveBound(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleSettings.above("ladder", "share", value, 2))
                .withMessageStartingWith("Rule ladder: share is ")
                .withMessageEndingWith("; expected a number above 2");
    }

    @Test
    void acceptsInclusiveBound() {
        assertThatCode(() -> RuleSettings.atLeast("ladder", "share", 2, 2)).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleSettings.atLeast("ladder", "share", 1.75, 2.5))
                .withMessage("Rule ladder: share is 1.75; expected a number of at least 2.5");
    }

    @Test
    void requiresAscendingTimes() {
        assertThatCode(() -> LaboratoryRules.ladder("ladder", 3, 3, "share", 0.01))
                .doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LaboratoryRules.ladder("ladder", 3, 2, "share", 0.01))
                .withMessage("Rule ladder: longest is 2; expected a number of at least 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LaboratoryRules.ladder("ladder", 3, 4, "share", 0))
                .withMessage("Rule ladder: share is 0; expected a number above 0");
    }

    private record Ladder(double shortest, double share, double longest) {}

    @Test
    void parsesTextOfSettings() {
        String text = RuleSettings.text(new Ladder(2, 0.025, 1e12));

        assertThat(text).isEqualTo("shortest=2,share=0.025,longest=1.0E12");
        assertThat(new RuleSettings("ladder", text).number("longest", 0)).isEqualTo(1e12);
    }
}
