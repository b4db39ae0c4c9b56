// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.compare.Limits;
import io.microbench.judge.JudgeSettings;
import io.microbench.stats.Confidence;
import io.microbench.stats.PermutationTest;
import io.microbench.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that verdicts of every kind share one level. */
class ConfidenceTest {

    @Test
    void levelOfSignificanceIsExact() {
        assertThat(Confidence.VERDICT.significance()).isEqualTo(0.01);
        assertThat(Confidence.JMH_ERROR.significance()).isEqualTo(0.001);
    }

    @Test
    void runsAndComparisonsUseTheLevelOfVerdicts() {
        assertThat(JudgeSettings.DEFAULTS.level()).isEqualTo(Confidence.VERDICT.significance());
        assertThat(Limits.DEFAULT.level()).isEqualTo(Confidence.VERDICT.significance());
    }

    /** If the level changes, this names the page that has to be updated. */
    @Test
    void pageNamesTheLevelAndTheNumberOfForks() throws IOException {
        double level = Confidence.VERDICT.significance();
        String percent = Numbers.level(level);
        String page = Files.readString(Path.of(System.getProperty("basedir", ""), "..", "src", "docs", "verdicts.md"));
        Map<Integer, Integer> last = new TreeMap<>();
        for (int cases = 1; last.size() < 8; cases++) {
            last.put(PermutationTest.fewestForks(level / cases), cases);
        }
        List<String> forks =
                last.keySet().stream().limit(7).map(String::valueOf).toList();

        assertThat(page)
                .contains("The level, " + percent + ",")
                .contains("| cases judged together, level " + percent + " | 1 | ")
                .contains("| forks per side, at least | " + String.join(" | ", forks) + " |");
    }
}
