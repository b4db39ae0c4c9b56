// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LadderTest {

    private static final int PROCESSORS = 6;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 4",
                "1,2,4 | 1,2,4",
                "' 1 , 2 ' | 1,2",
                "1..8 | 1,2,3,4,5,6,7,8",
                "1 .. 3 | 1,2,3",
                "5..5 | 5",
                "1..25+10 | 1,10,20",
                "5..30+10 | 5,10,20,30",
                "10..30+10 | 10,20,30",
                "1..64*2 | 1,2,4,8,16,32,64",
                "1..100*2 | 1,2,4,8,16,32,64",
                "3..50*3 | 3,9,27",
                "1,10..40+10 | 1,10,20,30,40",
                "1..4,8..32*2,100 | 1,2,3,4,8,16,32,100",
                "max | 6",
                "MAX | 6",
                "1..max | 1,2,3,4,5,6",
                "1..max*2 | 1,2,4",
                "1..4,max | 1,2,3,4,6",
                "1..8,max | 1,2,3,4,5,6,7,8",
                "1,8..16*2,max | 1,6,8,16",
                "007 | 7",
                "100000 | 100000"
            })
    void readsLadders(String text, String rungs) {
        assertThat(Ladder.parse(text, PROCESSORS).rungs())
                .isEqualTo(Stream.of(rungs.split(",")).map(Integer::valueOf).toList());
    }

    /** Khepri's ladder of 21 rungs. */
    @Test
    void climbsToMultiplesOfStep() {
        List<Integer> expected = IntStream.concat(
                        IntStream.of(1), IntStream.rangeClosed(1, 20).map(i -> 10 * i))
                .boxed()
                .toList();

        assertThat(Ladder.parse("1..200+10").rungs()).isEqualTo(expected).hasSize(21);
        assertThat(Ladder.parse("1..200+10").rungs()).isEqualTo(expected);
    }

    /** A list of thread counts runs in the order in which it is given. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"4,1 | 4,1", "4,1,4,2 | 4,1,2", "max,2 | 6,2"})
    void keepsOrderOfPlainList(String text, String rungs) {
        Ladder ladder = Ladder.parse(text, PROCESSORS);

        assertThat(ladder.rungs())
                .isEqualTo(Stream.of(rungs.split(",")).map(Integer::valueOf).toList());
        assertThat(ladder.climbs()).isFalse();
    }

    @Test
    void returnsHighestRungAndWhetherRungsAreAscending() {
        assertThat(Ladder.parse("4,64,1").highest()).isEqualTo(64);
        assertThat(Ladder.parse("1,2,64").climbs()).isTrue();
    }

    /** Each message names the text, the mistake, and the expected syntax. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | \"0\" in \"0\" is not a thread count: expected 1 to 100000",
                "1,0 | \"0\" in \"1,0\" is not a thread count: expected 1 to 100000",
                "0..8 | \"0\" in \"0..8\" is not a thread count",
                "1000000 | \"1000000\" in \"1000000\" is not a thread count: expected 1 to 100000",
                "1..1000000*2 | \"131072\" in \"1..1000000*2\" is not a thread count",
                "100001 | \"100001\"",
                "99999999999999999999 | \"99999999999999999999\" is neither",
                "-1 | \"-1\" is neither a thread count nor an ascending range of at most 1000. Expected a thread count from 1 to 100000",
                "1,-2 | \"-2\" in \"1,-2\" is neither",
                "four | \"four\" is neither a thread count nor an ascending range",
                "1,,2 | \"\" in \"1,,2\" is neither",
                "1, | \"\" in \"1,\" is neither",
                "1.5 | \"1.5\" is neither",
                "1..x | \"1..x\" is neither",
                "..8 | \"..8\" is neither",
                "1.. | \"1..\" is neither",
                "1...8 | \"1...8\" is neither",
                "1..8..16 | \"1..8..16\" is neither",
                "8..1 | \"8..1\" is neither a thread count nor an ascending range of at most 1000. Expected",
                "7..max | \"7..6\" in \"7..max\" is neither a thread count nor an ascending range",
                "1..8+0 | \"1..8+0\" is neither",
                "1..8+-1 | is neither",
                "1..8+ | is neither",
                "1..8*1 | \"1..8*1\" is neither",
                "1..8*0 | is neither",
                "1..8*x | is neither",
                "1..100000 | \"1..100000\" is neither a thread count nor an ascending range of at most 1000. Expected",
                "1..600,601..1200 | has 1200 rungs: expected 1 to 1000"
            })
    void rejectsOtherTextsWithReason(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ladder.parse(text, PROCESSORS))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("not an int"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void rejectsEmptyLadder(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ladder.parse(text))
                .withMessageContaining("The ladder is empty. Write a thread count from 1 to 100000, max");
    }

    @Test
    void rejectsLimitsOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ladder.parse("0..8+1"))
                .withMessageContaining("\"0\" in \"0..8+1\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ladder.parse("1..8+0"))
                .withMessageContaining("\"1..8+0\" is neither");
    }
}
