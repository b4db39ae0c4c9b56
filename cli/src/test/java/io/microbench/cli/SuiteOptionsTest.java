// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.cli.RunCommand.SuiteOptions;
import io.microbench.settings.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class SuiteOptionsTest {

    private static SuiteOptions parse(String... arguments) {
        SuiteOptions options = new SuiteOptions(Set.of());
        CommandLine line = new CommandLine(options.addTo(CommandSpec.create()));
        line.parseArgs(arguments);
        return options;
    }

    @Test
    void variantsRoundTripThroughSettings() {
        String here = Integer.toString(Runtime.version().feature());
        Map<String, String> settings = parse(
                        "x.jar",
                        "--variant=semi=-Da=1;2 -Xint",
                        "--variant=plain=",
                        "--jvm=" + here,
                        "--reference=semi")
                .settings();

        assertThat(settings)
                .containsOnly(
                        Map.entry("microbench.jvms", here),
                        Map.entry("microbench.variants", "semi='-Da=1;2' -Xint;plain="),
                        Map.entry("microbench.reference", "semi"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> parse("x.jar", "--jvm=9999").settings())
                .withMessageStartingWith("--jvm 9999: no JDK of this version was found in ");
    }

    @Test
    void convertsOptionsToSettings() {
        Map<String, String> settings = parse(
                        "x.jar",
                        "*Allocator*:size=1024",
                        "!*Heap*",
                        "--forks=3",
                        "--warmup-iterations=1",
                        "--measure-iterations=2",
                        "--warmup-time=3s",
                        "--measurement-time=4s",
                        "-c=1,4",
                        "--preset=khepri",
                        "--param=size=16,32",
                        "--param=kind=heap",
                        "--baseline=main",
                        "--save-baseline=next",
                        "--output=runs",
                        "--precision=2%",
                        "--budget=10m",
                        "--shard=2/5")
                .settings();

        assertThat(settings)
                .containsOnly(
                        Map.entry("microbench.cases", "*Allocator*:size=1024;!*Heap*"),
                        Map.entry("forks", "3"),
                        Map.entry("warmupIterations", "1"),
                        Map.entry("measureIterations", "2"),
                        Map.entry("microbench.warmupTime", "3s"),
                        Map.entry("microbench.measurementTime", "4s"),
                        Map.entry("microbench.threads", "1,4"),
                        Map.entry("microbench.preset", "khepri"),
                        Map.entry("microbench.param.size", "16,32"),
                        Map.entry("microbench.param.kind", "heap"),
                        Map.entry("microbench.baseline", "main"),
                        Map.entry("microbench.saveBaseline", "next"),
                        Map.entry("microbench.output", "runs"),
                        Map.entry("microbench.precision", "2%"),
                        Map.entry("microbench.budget", "10m"),
                        Map.entry("microbench.shard", "2/5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,2,4", "1..64*2", "1..200+10", "max", "squeeze", "squeeze:2..40+5,patience=2"})
    void passesThreadRangesUnchanged(String ladder) {
        assertThat(parse("x.jar", "-c", ladder).settings()).containsOnly(Map.entry("microbench.threads", ladder));
    }

    @Test
    void acceptsNumberAndKindOfThreads() {
        assertThat(parse("x.jar", "--threads", "virtual").settings())
                .containsOnly(Map.entry("microbench.threadKind", "virtual"));
        assertThat(parse("x.jar", "--threads=virtual", "-c=1,4").settings())
                .containsOnly(Map.entry("microbench.threadKind", "virtual"), Map.entry("microbench.threads", "1,4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void rejectsAnEmptyPattern(String glob) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> parse("x.jar", "*Heap*", glob).settings())
                .withMessageStartingWith("GLOB \"" + glob + "\" is empty, perhaps from an unset variable: expected ");
    }

    @Test
    void namesAnInvalidPatternAsTyped() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> parse("x.jar", "!").settings())
                .withMessageStartingWith("GLOB \"!\" cannot be used: it names no benchmark. Expected a pattern");
    }

    @Test
    void setsOnlyGivenOptions() {
        assertThat(parse("x.jar").settings()).isEmpty();
    }

    @Test
    void optionsOverrideProperties() {
        assertThat(parse("x.jar", "-Dmicrobench.mode=avgt", "-Dio.netty.noUnsafe", "-Dforks=1", "--forks", "2")
                        .settings())
                .containsOnly(
                        Map.entry("microbench.mode", "avgt"),
                        Map.entry("io.netty.noUnsafe", ""),
                        Map.entry("forks", "2"));
    }

    /** The word after --monitor without a value may be a pattern. */
    @Test
    void monitorReadsAFileOnlyAfterAnEqualsSign() {
        assertThat(parse("x.jar", "--monitor", "*Heap*").settings())
                .containsOnly(Map.entry("microbench.monitor", "console"), Map.entry("microbench.cases", "*Heap*"));
        assertThat(parse("x.jar", "--monitor=logs/m.txt", "*Heap*").settings())
                .containsOnly(Map.entry("microbench.monitor", "logs/m.txt"), Map.entry("microbench.cases", "*Heap*"));
        assertThat(parse("--monitor", "x.jar").settings()).containsOnly(Map.entry("microbench.monitor", "console"));
    }

    @Test
    void appendsLibrariesToTheBuild(@TempDir Path folder) throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path libraries = Files.createDirectory(folder.resolve("lib"));

        assertThat(parse("classes", "-cp", "lib/*")
                        .build(folder, new ProfileOptions(), new LinkedHashMap<>(), line -> {})
                        .classPath())
                .containsExactly(classes.toString(), libraries + "/*");
    }

    @Test
    void acceptsSeveralClassPaths(@TempDir Path folder) throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path first = Files.createDirectory(folder.resolve("a"));
        Path second = Files.createDirectory(folder.resolve("b"));

        assertThat(parse("classes", "-cp", "a", "--classpath", "b")
                        .build(folder, new ProfileOptions(), new LinkedHashMap<>(), line -> {})
                        .classPath())
                .containsExactly(classes.toString(), first.toString(), second.toString());
    }

    @Test
    void namesAMissingJar(@TempDir Path folder) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> parse("x.jar").build(folder, new ProfileOptions(), new LinkedHashMap<>(), line -> {}))
                .withMessageStartingWith("There is no x.jar in " + folder);
    }
}
