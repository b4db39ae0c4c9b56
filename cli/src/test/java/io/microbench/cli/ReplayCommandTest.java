/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {

    @TempDir
    Path folder;

    @BeforeEach
    void seriesOfTenForks() throws IOException {
        Files.createDirectories(folder.resolve("timeseries"));
        String fork = String.join(", ", Collections.nCopies(120, "1.0"));
        Files.writeString(
                folder.resolve("timeseries/calm.json"),
                "[" + String.join(", ", Collections.nCopies(10, "[" + fork + "]")) + "]");
    }

    private TestConsole replay(int exit, String... options) {
        TestConsole console = new TestConsole();
        String[] arguments = new String[options.length + 2];
        arguments[0] = "replay";
        arguments[1] = folder.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        assertThat(console.run(arguments))
                .as(String.join("\n", console.errors()))
                .isEqualTo(exit);
        return console;
    }

    @Test
    void comparesAllRulesByDefault() {
        assertThat(replay(0).out())
                .contains("Rule", "Same forks", "\npilot ", "\ntrailing-half ", "\nequivalence ", "\nfixed ", "\ncov ");
    }

    @Test
    void replaysTheRuleThatIsNamedAndNoOther() {
        String out =
                replay(0, "--rule", "fixed:warmup=9,measured=1", "--forks", "5").out();

        assertThat(out)
                .contains("\nfixed  ", "warmup=9,measured=1", "5 to 5 forks")
                .doesNotContain("pilot");
    }

    @Test
    void writesJsonWithTotalsAndRows() {
        String out = replay(0, "--rule", "fixed:warmup=9,measured=1", "--forks=2-3", "--format", "json")
                .out();

        assertThat(out)
                .startsWith("{")
                .contains("\"rules\" : [", "\"rule\" : \"fixed\"", "\"settings\" : \"warmup=9,measured=1\"")
                .contains("\"benchmark\" : \"calm\"", "\"forks\" : 2", "\"seconds\" : 21.0", "\"fullSeconds\" : 502.5")
                .contains("\"timeSaved\" : 0.958", "\"withinSame\" : 1.0", "\"deviationSame\" : 0.0")
                .contains("\"unsteadyPrecision\" : null", "\"notes\" : [");
    }

    @Test
    void writesMarkdown() {
        assertThat(replay(0, "--rule", "pilot", "--format", "markdown").out()).startsWith("| Rule |");
    }

    @Test
    void studentsIntervalAsksForMoreForks() {
        assertThat(replay(0, "--rule", "pilot", "--width", "student", "--precision", "1%")
                        .out())
                .contains("until the 95% interval is within 1%");
    }

    @Test
    void replaysANightAfterATraining() {
        assertThat(replay(0, "--training", "5", "--level-change=-5%", "--warmup-change", "2")
                        .out())
                .contains("\ntrained ", "\npilot ", "(training of 5 full forks; 2 to 5 forks")
                .contains("Tonight every value is -5.00% of the training's: in 252 of 252 replays");
    }

    @Test
    void changesBelongToATraining() {
        assertThat(replay(2, "--level-change", "3%").errors())
                .containsExactly("microbench: --level-change and --warmup-change describe the night after a training;"
                        + " add --training FORKS, such as --training 5");
        assertThat(replay(2, "--training", "5", "--rule", "pilot").errors())
                .containsExactly(
                        "microbench: --training compares the trained rule with the standard one; leave out --rule");
        assertThat(replay(2, "--training", "5", "--level-change", "much").errors())
                .containsExactly("microbench: --level-change is \"much\"; accepted is a percentage such as 3% or -5%");
        assertThat(replay(2, "--training", "5", "--warmup-change", "0").errors())
                .containsExactly("microbench: --training, --level-change and --warmup-change: level 0.0, warm-up 0;"
                        + " accepted: level above -1, warm-up of at least 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rule=pylot             | Unknown rule "pylot"; accepted: pilot, fixed, trailing-half, plateau, equivalence, change-point, cov, and all
            --rule=cov:longst=9      | Rule cov has no setting "longst"; it has longest, variation
            --forks=many             | --forks is "many"; accepted is a number such as 5, or a range such as 3-5
            --forks=5-3              | --forks and --precision: precision 0.03, smallest 5, largest 3; accepted: precision above 0, 2 <= smallest <= largest
            """)
    void saysWhatCannotBeUsed(String option, String message) {
        assertThat(replay(2, option).errors()).containsExactly("microbench: " + message);
    }

    @Test
    void namesTheFileAndThePlaceThatCannotBeRead() throws IOException {
        Path bad = folder.resolve("timeseries/bad.json");
        Files.writeString(bad, "[[1.0, NaN]]");

        assertThat(replay(2).errors())
                .containsExactly(
                        "microbench: " + bad
                                + ", line 1, column 8: fork 1, point 2 is NaN; accepted are seconds per operation from 1.0E-15 to 1.0E9");
    }
}
