// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.Checkouts.BuildRecipe;
import io.microbench.compare.Limits;
import io.microbench.settings.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class PairOptionsTest {

    private static PairOptions parse(String... arguments) {
        PairOptions options = new PairOptions(Set.of());
        line(options).parseArgs(arguments);
        return options;
    }

    private static CommandLine line(PairOptions options) {
        CommandSpec command = CommandSpec.create().addMixin("forks", CommandSpec.forAnnotatedObject(options));
        return new CommandLine(options.addTo(command));
    }

    private static String again(String... arguments) {
        return PairOptions.again(line(new PairOptions(Set.of())).parseArgs(arguments), "--verbose");
    }

    @Test
    void usesDefaultsWithoutOptions() {
        PairOptions options = parse();

        assertThat(options.limits()).isEqualTo(Limits.DEFAULT);
        assertThat(options.recipe()).isEqualTo(BuildRecipe.MAVEN);
        assertThat(options.properties()).isEmpty();
        assertThat(options.libraries(Path.of("").toAbsolutePath(), line -> {})).isEmpty();
        assertThat(again()).isEmpty();
    }

    @Test
    void rejectsShards() {
        assertThatThrownBy(() -> parse("-Dmicrobench.shard=2/5").limits())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("microbench.shard = \"2/5\": comparisons of builds cannot be sharded."
                        + " Choose their cases with --cases, or drop the setting.");
    }

    @Test
    void acceptsSharesAsPercentagesOrNumbers() {
        assertThat(parse("--budget=90s", "--fork-range=5..9", "--confidence=98%", "--tolerance", "0.03")
                        .limits())
                .isEqualTo(new Limits(Duration.ofSeconds(90), 5, 9, 0.02, 0.03));
    }

    @Test
    void optionsOverrideSettings() {
        PairOptions options = parse("-Dmicrobench.tolerance=5%", "-Dmicrobench.forkRange=50..", "--tolerance=2%");

        assertThat(options.limits()).isEqualTo(new Limits(Limits.DEFAULT.budget(), 50, 50, 0.01, 0.02));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fork-range=..2   | The maximum of --fork-range (microbench.forkRange) is 2. Expected 3 or more.
            --fork-range=9..3  | The maximum of --fork-range (microbench.forkRange) is 3. Expected 9 or more.
            --confidence=NaN   | --confidence = "NaN" (command line) cannot be used. Expected a share of at least 50% (in a comparison: above 50%) and below 100%, such as 99% or 0.99.
            --tolerance=100%   | --tolerance = "100%" (command line) cannot be used. Expected a share above 0 and below 1, such as 1% or 0.01.
            --tolerance=-1%    | --tolerance = "-1%" (command line) cannot be used. Expected a share above 0 and below 1, such as 1% or 0.01.
            """)
    void rejectsInvalidLimits(String option, String message) {
        assertThatThrownBy(() -> parse(option).limits())
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void buildsRevisionsAsRequested() {
        assertThat(parse("--module", "buffer").recipe())
                .isEqualTo(new BuildRecipe(Optional.of("buffer"), Optional.empty(), Optional.empty()));
        assertThat(parse("--build", "make all", "--classes", "out").recipe())
                .isEqualTo(new BuildRecipe(Optional.empty(), Optional.of("make all"), Optional.of("out")));
    }

    @Test
    void keepsPropertiesWithoutValues() {
        assertThat(parse("-Dforks=5", "-Da.b", "-Dc=d=e").properties())
                .containsExactly(Map.entry("forks", "5"), Map.entry("a.b", ""), Map.entry("c", "d=e"));
    }

    @Test
    void acceptsSeveralClassPaths(@TempDir Path folder) throws Exception {
        Path first = EmptyJar.create(folder.resolve("a.jar"));
        Path second = EmptyJar.create(folder.resolve("b.jar"));
        PairOptions options = parse("-cp", "a.jar", "-cp", "b.jar");

        assertThat(options.libraries(folder, line -> {})).containsExactly(first.toString(), second.toString());
    }

    @Test
    void namesAMissingLibrary(@TempDir Path folder) throws Exception {
        Path jar = EmptyJar.create(folder.resolve("a.jar"));

        assertThat(parse("-cp", "a.jar").libraries(folder, line -> {})).containsExactly(jar.toString());
        assertThatThrownBy(() -> parse("-cp", "b.jar").libraries(folder, line -> {}))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("There is no b.jar in " + folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --module=buffer                 | --module buffer
            --module=my module              | --module 'my module'
            --build=echo it's               | --build 'echo it'\\''s'
            --classes=out:lib/*             | --classes 'out:lib/*'
            --classpath=lib/a.jar:b.jar     | --classpath lib/a.jar:b.jar
            --deps=g:a:1                    | --deps g:a:1
            -Dmaven.user.settings=my.xml    | -Dmaven.user.settings=my.xml
            --deps=g:a:1 --offline          | --deps g:a:1 --offline
            --budget=9s                     | --budget 9s
            --verbose                       | ""
            -Dforks=5                       | -Dforks=5
            -Da=b c                         | '-Da=b c'
            """)
    void quotesRepeatedOptionsForTheShell(String option, String again) {
        assertThat(again(option.contains("--offline") ? option.split(" ", 2) : new String[] {option}))
                .isEqualTo(again);
    }

    @Test
    void repeatsOptionsInOneLine() {
        assertThat(again("-Dx=1", "--module=m", "-cp", "p", "--budget=9s", "-cp=q", "--verbose")
                        .split(" (?=-)", -1))
                .containsExactlyInAnyOrder("-Dx=1", "--module m", "--classpath p", "--classpath q", "--budget 9s");
    }

    @Test
    void doesNotRepeatSecrets() {
        assertThat(again("-Ddb.password=hunter2")).isEqualTo("'-Ddb.password=***'");
        assertThat(parse("-Ddb.password=hunter2").properties()).containsEntry("db.password", "hunter2");
    }
}
