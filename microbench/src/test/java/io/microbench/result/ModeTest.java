// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModeTest {

    @Test
    void hasTheLabelsOfJmh() {
        assertThat(Arrays.stream(Mode.values()).map(Mode::label))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(org.openjdk.jmh.annotations.Mode.values())
                        .filter(mode -> mode != org.openjdk.jmh.annotations.Mode.All)
                        .map(org.openjdk.jmh.annotations.Mode::shortLabel)
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void isReadAndWrittenByItsLabel(Mode mode) {
        assertThat(Mode.of(mode.label())).isEqualTo(mode);
        assertThat(RecordJson.line(mode)).isEqualTo('"' + mode.label() + '"');
        assertThat(RecordJson.read('"' + mode.label() + '"', Mode.class)).contains(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Throughput", "THRPT", "all", ""})
    void rejectsOtherLabels(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Mode.of(text))
                .withMessage("mode " + text + ": expected thrpt, avgt, sample or ss");
    }

    @Test
    void listsLabels() {
        assertThat(Mode.labels(" or ")).isEqualTo("thrpt, avgt, sample or ss");
    }

    @Test
    void classifiesModesByTiming() {
        assertThat(Arrays.stream(Mode.values()).filter(Mode::isSampled)).containsExactly(Mode.SAMPLE_TIME);
        assertThat(Arrays.stream(Mode.values()).filter(Mode::isSingleShot)).containsExactly(Mode.SINGLE_SHOT_TIME);
        assertThat(Arrays.stream(Mode.values()).filter(Mode::timesCalls))
                .containsExactly(Mode.SAMPLE_TIME, Mode.SINGLE_SHOT_TIME);
    }

    @Test
    void convertsChangeToSpeed() {
        assertThat(Mode.THROUGHPUT.speedRatio(100, 50)).isEqualTo(0.5);
        assertThat(Mode.AVERAGE_TIME.speedRatio(100, 50)).isEqualTo(2);
        assertThat(Mode.AVERAGE_TIME.speedRatio(0, 0)).isEqualTo(1);
    }
}
