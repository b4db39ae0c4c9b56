// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlatScoresTest {

    private static MadeCase sized(String size, double score) {
        return new MadeCase().parameters(Map.of("size", size)).score("avgt", score, "ns/op");
    }

    private static List<Guard> of(MadeCase... cases) {
        return FlatScores.of(MadeCase.run(Stream.of(cases).map(MadeCase::result).toArray(CaseResult[]::new)));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 80, 1, 1.0199, true",
        "10, 80, 1, 1.02, false",
        "10, 80, 1.0199, 1, true",
        "10, 79.9, 1, 1, false",
        "0.5, 4e3, 1, 1, true",
        "-10, 80, 1, 1, false",
        "1, Infinity, 1, 1, false",
        "1, NaN, 1, 1, false",
        "1, 80, 0, 0, false",
        "1, 80, -1, -1, false"
    })
    void aScoreIsFlatWithinTwoPerCentOverEightTimesTheSize(
            String small, String large, double first, double second, boolean flat) {
        assertThat(of(sized(small, first), sized(large, second))).hasSize(flat ? 1 : 0);
    }

    @Test
    void theScoreBetweenTheEndsCountsAsWell() {
        assertThat(of(sized("1", 10), sized("4", 10.3), sized("16", 10))).isEmpty();
        assertThat(of(sized("1", 10), sized("4", 10.1), sized("16", 10)))
                .singleElement()
                .satisfies(guard -> assertThat(guard.message())
                        .startsWith("its score changes by no more than 1.00% from size=1 to size=16."));
    }

    @Test
    void casesOfOtherThreadsOrUnitsAreNotHeldAgainstEachOther() {
        assertThat(of(sized("1", 10), sized("80", 10).threads(4))).isEmpty();
        assertThat(of(sized("1", 10), sized("80", 10).score("avgt", 10, "us/op")))
                .isEmpty();
    }

    @Test
    void aCaseThatDidNotEndIsNoEvidence() {
        CaseResult large = sized("80", 10).result(Status.FAILED);

        assertThat(FlatScores.of(MadeCase.run(sized("1", 10).result(), large))).isEmpty();
    }

    @Test
    void eachParameterThatChangesNothingIsNamed() {
        MadeCase small =
                new MadeCase().parameters(Map.of("rows", "1", "columns", "1")).score("avgt", 10, "ns/op");
        MadeCase wide =
                new MadeCase().parameters(Map.of("rows", "1", "columns", "64")).score("avgt", 10, "ns/op");
        MadeCase high =
                new MadeCase().parameters(Map.of("rows", "64", "columns", "1")).score("avgt", 10, "ns/op");

        assertThat(of(small, wide, high))
                .extracting(Guard::subject, Guard::cause)
                .containsExactlyInAnyOrder(
                        tuple("p.Sums.run:columns=1,rows=1,threads=1", "rows"),
                        tuple("p.Sums.run:columns=1,rows=1,threads=1", "columns"));
    }
}
