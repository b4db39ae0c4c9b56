/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.ScoredTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HurriedThreadsTest {

    private static MadeCase made(String share) {
        return new MadeCase().threads(200).echo(Map.of(ScoredTime.SHARE, share));
    }

    @Test
    void aScoreOfAShorterTimeIsNamedWithHowMuchTooHighItIs() {
        assertThat(HurriedThreads.of(made("0.08").result())).hasValueSatisfying(guard -> {
            assertThat(guard.kind()).isEqualTo(Guard.Kind.RATE);
            assertThat(guard.mark()).isEqualTo("rate too high");
            assertThat(guard.message())
                    .contains("its 200 threads did at most what they would do in 8% of that time at this score")
                    .contains("about 12.5 times too high")
                    .endsWith("Make iterations longer.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.50", "0.93", "1.00", "4.10", "0", "none"})
    void nothingIsSaidOfWhatIsAsLongAsPlannedOrUnknown(String share) {
        assertThat(HurriedThreads.of(made(share).result())).isEmpty();
    }

    @Test
    void recordsWithoutTheFactHaveNoWarning() {
        assertThat(HurriedThreads.of(new MadeCase().threads(200).result())).isEmpty();
    }

    @Test
    void isAmongTheWarningsOfARun() {
        assertThat(Guards.of(MadeCase.run(made("0.08").result()), Guard.Screen.SNIPPETS))
                .extracting(Guard::kind)
                .contains(Guard.Kind.RATE);
    }
}
