// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.fork.ResultCheck.SingleCall;
import io.microbench.plan.OverloadedFixtures;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultCheckTest {

    @Test
    void encodesWordsOnOneLine() {
        List<String> words = List.of("a\tb", "", "ü %\n", "x");

        assertThat(ResultCheck.line(words)).doesNotContain("\n").contains("\t");
        assertThat(ResultCheck.words(ResultCheck.line(words))).isEqualTo(words);
    }

    @Test
    void comparesArraysByElementsAndIntegersByValue() {
        assertThat(ResultCheck.equal(new int[] {1, 2}, new int[] {1, 2})).isTrue();
        assertThat(ResultCheck.equal(new int[] {1, 2}, new int[] {1, 3})).isFalse();
        assertThat(ResultCheck.equal(5, 5L)).isTrue();
        assertThat(ResultCheck.equal(5, 6L)).isFalse();
        assertThat(ResultCheck.equal(5, 5.0)).isFalse();
        assertThat(ResultCheck.equal(List.of(1), new ArrayList<>(List.of(1)))).isTrue();
        assertThat(ResultCheck.equal(null, null)).isTrue();
        assertThat(ResultCheck.equal(null, "x")).isFalse();
    }

    @Test
    void reportsMethodsThatCannotBeCalled() {
        String type = "io.microbench.run.OddFixture";

        assertThat(ResultCheck.answer(List.of("7", type, "2", "readAndWrite", "failingSetup", "size", "3")))
                .map(ResultCheck::words)
                .containsExactly(
                        List.of("7", ResultCheck.UNCHECKED, "readAndWrite", "is a JMH group"),
                        List.of(
                                "7",
                                ResultCheck.UNCHECKED,
                                "failingSetup",
                                "threw java.io.FileNotFoundException: no data.bin"));
    }

    @Test
    void callsOverloadOutsideGroupsAfterEachSetUp() throws Throwable {
        assertThat(new SingleCall(Map.of()).call(OverloadedFixtures.FalseSharing.class, "reader"))
                .isEqualTo(7);
        assertThatThrownBy(() -> new SingleCall(Map.of()).call(OverloadedFixtures.FalseSharing.class, "writer"))
                .hasMessage("is a JMH group");
    }

    @Test
    void shortensLongResults() {
        assertThat(ResultCheck.text(new int[][] {{1}, {2}})).isEqualTo("[[1], [2]]");
        assertThat(ResultCheck.text(null)).isEqualTo("null");
        assertThat(ResultCheck.text("x".repeat(500))).hasSize(203).endsWith("x...");
    }

    @Test
    void convertsParametersToTypeOfField() throws ReflectiveOperationException {
        assertThat(SingleCall.converted(int.class, "7")).isEqualTo(7);
        assertThat(SingleCall.converted(Long.class, "7")).isEqualTo(7L);
        assertThat(SingleCall.converted(char.class, "c")).isEqualTo('c');
        assertThat(SingleCall.converted(boolean.class, "true")).isEqualTo(true);
        assertThat(SingleCall.converted(double.class, "1.5")).isEqualTo(1.5);
        assertThat(SingleCall.converted(String.class, "s")).isEqualTo("s");
        assertThat(SingleCall.converted(DayOfWeek.class, "MONDAY")).isEqualTo(DayOfWeek.MONDAY);
    }
}
