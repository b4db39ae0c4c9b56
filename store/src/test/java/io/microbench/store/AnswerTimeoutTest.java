// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTimeoutTest {

    @Test
    void parsesTimesWithUnits() {
        assertThat(AnswerTimeout.of("1s")).isEqualTo(Duration.ofSeconds(1));
        assertThat(AnswerTimeout.of("1500ms")).isEqualTo(Duration.ofMillis(1500));
        assertThat(AnswerTimeout.of("10min")).isEqualTo(Duration.ofMinutes(10));
        assertThat(AnswerTimeout.get()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "999ms", "601s", "soon"})
    void rejectsOtherValues(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnswerTimeout.of(text))
                .withMessage("store.timeout = \"" + text + "\": expected a time from 1s to 10min, such as 30s");
    }
}
