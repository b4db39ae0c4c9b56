// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayMainTest {

    @TempDir
    Path folder;

    @BeforeEach
    void seriesOfTenForks() throws IOException {
        double[][] forks = new double[10][120];
        Arrays.stream(forks).forEach(fork -> Arrays.fill(fork, 1));
        new MadeFolder(folder).series("calm", forks);
    }

    private String replay(String... options) {
        return ReplayMain.run(
                Stream.concat(Stream.of(folder.toString()), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void comparesAllRulesByDefault() {
        assertThat(replay())
                .contains("Same forks", "\npilot ", "\nfixed ", "\ntrailing-half ", "\nequivalence ", "\ncov ");
    }

    @Test
    void replaysOnlyNamedRule() {
        assertThat(replay("rule=fixed:warmup=9,measured=1", "forks=5", "width=student", "precision=0.01"))
                .contains("\nfixed  ", "warmup=9,measured=1", "5 to 5 forks, until the 95% interval is within 1%")
                .doesNotContain("pilot");
    }

    @Test
    void writesJsonWithTotalsAndRows() {
        assertThat(replay("rule=fixed:warmup=9,measured=1", "forks=2-3", "format=json"))
                .startsWith("{")
                .contains("\"settings\" : \"warmup=9,measured=1\"", "\"forks\" : 2", "\"seconds\" : 21.0")
                .contains("\"timeSaved\" : 0.958", "\"unsteadyPrecision\" : null", "\"notes\" : [");
    }

    @Test
    void replaysNightAfterTraining() {
        assertThat(replay("training=5", "level=-0.05", "warmup=2"))
                .contains("\ntrained ", "\npilot ", "(training of 5 full forks; 2 to 5 forks")
                .contains("Tonight every value is changed by -5.00%: in 252 of 252 replays");
    }

    @Test
    void reportsInvalidArguments() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("rule=pylot"))
                .withMessageStartingWith("Unknown rule pylot; expected one of [pilot, fixed, trailing-half,");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> replay("fork=5"))
                .withMessageStartingWith("fork=5: expected rule=RULE or one of ");
    }
}
