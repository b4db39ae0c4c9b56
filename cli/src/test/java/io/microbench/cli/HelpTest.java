// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.microbench.compare.Limits;
import io.microbench.judge.JudgeSettings;
import io.microbench.stats.Confidence;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests the help of the command and of its subcommands. */
class HelpTest {

    private final TestConsole console = new TestConsole();

    @Test
    void printsHelpToStandardOutput() {
        assertThat(console.run("--help")).isZero();
        assertThat(console.out()).contains("compare", "report", "Exit codes:", "3 slower");
        assertThat(console.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void helpFitsOneScreen(String word) {
        assertThat(console.run(word)).isZero();
        assertThat(console.out().lines()).hasSizeLessThanOrEqualTo(24).allMatch(line -> line.length() <= 80);
    }

    @Test
    void helpHasFiveExamplesAndTwelveOptions() {
        console.run("--help");
        List<String> examples = console.out()
                .lines()
                .filter(line -> line.startsWith("  microbench "))
                .toList();

        assertThat(examples).hasSize(5).allSatisfy(example -> {
            String[] words =
                    OtherToolsPage.words(example.strip()).stream().skip(1).toArray(String[]::new);
            assertThatCode(() -> console.line(words).parseArgs(words)).doesNotThrowAnyException();
        });
        assertThat(Pattern.compile("(?m)(?:^  |  )(-[-a-z]+) ")
                        .matcher(console.out().substring(console.out().indexOf("\n  -")))
                        .results()
                        .map(option -> option.group(1)))
                .hasSize(12)
                .isSubsetOf(console.line().getCommandSpec().optionsMap().keySet());
    }

    @Test
    void examplesOfCommandsAreNotWrapped() {
        console.line().getSubcommands().forEach((name, command) -> {
            for (String example : command.getCommandSpec().usageMessage().footer()) {
                String[] words =
                        OtherToolsPage.words(example.strip()).stream().skip(1).toArray(String[]::new);

                assertThat(example).as(name).startsWith("  microbench " + name).hasSizeLessThanOrEqualTo(80);
                assertThatCode(() -> console.line(words).parseArgs(words))
                        .as(example)
                        .doesNotThrowAnyException();
            }
        });
    }

    @Test
    void printsTheHelpOfTheCommandAfterASnippet() {
        assertThat(console.run("1+1", "--help")).isZero();
        assertThat(console.out()).startsWith("Is this code faster than that one?");
    }

    @Test
    void fullHelpHasAllOptions() {
        assertThat(console.run("--help=all")).isZero();
        assertThat(console.out())
                .contains("compare ", "Exit codes:", "3   a case is significantly slower")
                .doesNotContain("--help=all");
        CommandLine line = console.line();
        assertThat(line.getCommandSpec().options())
                .hasSizeLessThanOrEqualTo(40)
                .allSatisfy(option -> assertThat(console.out()).contains(option.longestName()));
        assertThat(line.getSubcommands())
                .allSatisfy((name, command) ->
                        assertThat(command.getCommandSpec().options()).as(name).hasSizeLessThanOrEqualTo(30));
    }

    @Test
    void groupsOptions() {
        console.run("--help=all");
        assertThat(console.out().lines().limit(1))
                .containsExactly("Usage: microbench [OPTIONS] [SNIPPET...] [COMMAND]");
        assertThat(console.out())
                .containsSubsequence(
                        "\nCode and cases:\n",
                        " --param=",
                        "\nClasses and libraries:\n",
                        " --deps=",
                        "\nHow much is measured:\n",
                        "\nWorkers, JVMs and nodes:\n",
                        "\nResults:\n",
                        "\nOthers:\n",
                        " --help ");
        TestConsole run = new TestConsole();
        run.run("help", "run");
        assertThat(run.out()).contains("\nHow much is measured:\n").doesNotContain("\nCode and cases:\n\n");
        TestConsole report = new TestConsole();
        report.run("help", "report");
        assertThat(report.out()).contains("--format").doesNotContain("Results:");
    }

    @Test
    void helpAcceptsCommandOfCommand() {
        assertThat(console.run("help", "history", "suspects")).isZero();
        assertThat(console.out()).startsWith("Usage: microbench history suspects ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "version", "--help"})
    void helpAcceptsWordsThatAreNoCommands(String word) {
        assertThat(console.run("help", word)).isZero();
        assertThat(console.out()).contains("--init", "Exit codes:");
    }

    @ParameterizedTest
    @CsvSource({"help gat, gat, gate", "help history shwo, shwo, show"})
    void helpSuggestsNearestCommand(String line, String word, String nearest) {
        assertThat(console.run(line.split(" ", -1))).isEqualTo(2);
        assertThat(console.errors().get(0))
                .isEqualTo("microbench: \"" + word + "\" is not a command. Did you mean " + nearest + "?");
    }

    @Test
    void helpOfListHasNoOptionsForResults() {
        assertThat(console.run("help", "list")).isZero();
        assertThat(console.out()).contains("--preset", "--param").doesNotContain("--output", "--baseline");
        assertThat(new TestConsole()
                        .line("list", "a.jar", "--baseline", "main")
                        .parseArgs("list", "a.jar", "--baseline", "main"))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare", "report", "merge", "history", "gate"})
    void everyCommandHasHelp(String command) {
        assertThat(console.run(command, "--help")).isZero();
        assertThat(console.out()).startsWith("Usage: microbench " + command);
    }

    @Test
    void helpNamesTheEffectiveDefaults() {
        TestConsole wide = new TestConsole(new ConsoleStyle(200, true, false));
        assertThat(wide.run("compare", "--help")).isZero();

        assertThat(wide.out().replaceAll("\\s+", " "))
                .contains("99% or 0.99. Default: " + Confidence.VERDICT.percent() + ".")
                .contains("1% or 0.01. Default: " + Numbers.level(JudgeSettings.TOLERANCE) + ".")
                .contains(". Default: " + Limits.DEFAULT.leastForks() + ".." + Limits.DEFAULT.mostForks() + ".")
                .contains(". Default: " + Limits.DEFAULT.budget().toMinutes() + "m.");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void helpFitsTheTerminal(int width) {
        TestConsole narrow = new TestConsole(new ConsoleStyle(width, true, false));
        narrow.run("compare", "--help");

        assertThat(narrow.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(narrow.out()).doesNotContain("\u001B");
    }

    @Test
    void printsTheVersion() {
        assertThat(console.run("--version")).isZero();
        assertThat(console.out()).startsWith("microbench ").contains("JVM ");
    }

    @Test
    void acceptsHelpAndVersionAsWords() {
        assertThat(console.run("help")).isZero();
        assertThat(console.out()).startsWith("Is this code faster").contains("compare", "Exit codes:");
        TestConsole ofCommand = new TestConsole();
        assertThat(ofCommand.run("help", "compare")).isZero();
        assertThat(ofCommand.out()).startsWith("Usage: microbench compare").contains("Exit codes: 0 success");
        TestConsole version = new TestConsole();
        assertThat(version.run("version")).isZero();
        assertThat(version.out()).startsWith("microbench ").contains("JVM ");
        TestConsole versionOfCommand = new TestConsole();
        assertThat(versionOfCommand.run("run", "--version")).isZero();
        assertThat(versionOfCommand.out()).isEqualTo(version.out());
    }
}
