// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.microbench.plan.GeneratedCode;
import io.microbench.plan.PlannedCase;
import io.microbench.run.FailingFixture;
import io.microbench.run.TestPlans;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreflightTest {

    private static final PlannedCase FORKED = TestPlans.tiny(FailingFixture.class, "works", 1);
    private static final PlannedCase IN_PROCESS = TestPlans.tiny(FailingFixture.class, "works", 0);

    @TempDir
    Path folder;

    private static Preflight.Host host(String classPath) {
        return new Preflight.Host(classPath, List.of(), Map.of(), 4, false, GeneratedCode.ofJmh(), Optional.empty());
    }

    private static Preflight.Host host(List<String> arguments, Map<String, String> environment, boolean assertions) {
        return new Preflight.Host("", arguments, environment, 4, assertions, GeneratedCode.ofJmh(), Optional.empty());
    }

    private static void check(Preflight.Host host, PlannedCase... cases) {
        new Preflight(List.of(cases), host).check();
    }

    private static List<String> warnings(Preflight.Host host, PlannedCase... cases) {
        return new Preflight(List.of(cases), host).warnings();
    }

    private static PlannedCase threads(int threads) {
        return TestPlans.of(FailingFixture.class, "works").threads(threads).planned();
    }

    private Path jar(String name, Optional<String> classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        classPath.ifPresent(path -> manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, path));
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
        return file;
    }

    @Test
    void acceptsThisJvm() {
        assertThatNoException()
                .isThrownBy(() -> Preflight.of(TestPlans.plan(folder, FORKED)).check());
    }

    /** Maven's class path contains only Maven; another class loader loads the tests. */
    @Test
    void suggestsForksZeroForClassPathWithoutJmh() throws IOException {
        String maven = jar("plexus-classworlds.jar", Optional.empty()) + File.pathSeparator + folder;

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> check(host(maven), FORKED))
                .withMessageContaining("org.openjdk.jmh.runner.ForkedMain")
                .withMessageContaining("java.class.path = " + maven)
                .withMessageContaining("<forkCount>1</forkCount>")
                .withMessageContaining("-Dforks=0");
        assertThatNoException().isThrownBy(() -> check(host(maven), IN_PROCESS));
    }

    /** Surefire opens the packages of the requested classes, but not those of the code generated for them. */
    @Test
    void namesAddOpensArgumentForGeneratedCodeWithForksZero() {
        PlannedCase modular = new PlannedCase(IN_PROCESS.id(), java.sql.Driver.class, IN_PROCESS.plan());

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> check(host(""), modular))
                .withMessage("forks=0: JMH cannot use the code that it generated in a named module of this JVM. Add"
                        + " --add-opens=java.sql/java.sql.jmh_generated=ALL-UNNAMED to the arguments of this JVM"
                        + " (Surefire's argLine), or measure with 1 fork or more.");
        assertThatNoException().isThrownBy(() -> check(host(""), IN_PROCESS));
    }

    @Test
    void shortensLongClassPath() {
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> check(host("/nowhere/x.jar" + File.pathSeparator + "y".repeat(9000)), FORKED))
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("/nowhere/x.jar", "...")
                        .hasSizeLessThan(700));
    }

    @Test
    void findsJmhInJarManifestFolderAndModulePath() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes/org/openjdk/jmh/runner"));
        Files.createFile(classes.resolve("ForkedMain.class"));
        Path modules = Files.createDirectory(folder.resolve("modules"));
        Files.createFile(modules.resolve("jmh-core-1.37.jar"));
        for (Path entry : List.of(
                folder.resolve("classes"),
                modules,
                jar("surefirebooter.jar", Optional.of("file:/some/jmh-core.jar")))) {
            assertThatNoException()
                    .as("%s", entry)
                    .isThrownBy(() -> check(host("/no/such.jar" + File.pathSeparator + entry), FORKED));
        }
    }

    @Test
    void skipsDisabledCases() {
        PlannedCase off = TestPlans.tiny(FailingFixture.class, "unlisted", 1).switchedOff("@Disabled");

        assertThatNoException()
                .isThrownBy(() -> Preflight.of(TestPlans.plan(folder, off)).check());
    }

    @Test
    void acceptsSuitableEnvironment() {
        assertThat(warnings(host(List.of("-Xmx1g", "-Dagent=-javaagent:x"), Map.of("PATH", "/bin"), true), FORKED))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-javaagent:/x/jacoco.jar=destfile=y",
                "-agentlib:jdwp=transport=dt_socket,server=y",
                "-agentpath:/x/libprofiler.so",
                "-Xrunjdwp:transport=dt_socket",
                "-Xdebug"
            })
    void warnsAboutAgentOfHost(String agent) {
        Preflight.Host watched = host(List.of("-Xmx1g", agent), Map.of(), false);

        assertThat(warnings(watched, FORKED))
                .singleElement()
                .asString()
                .contains("(" + agent + ")", "Forks start without it", "-Djacoco.skip");
        assertThat(warnings(watched, IN_PROCESS)).last().asString().contains("(" + agent + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
    void warnsAboutVariableWithForkArguments(String name) {
        Preflight.Host host = host(List.of(), Map.of(name, "-Xmx128m"), false);

        assertThat(warnings(host, FORKED))
                .singleElement()
                .asString()
                .contains(name + " (-Xmx128m)", "reaches the forks", "unset it");
        assertThat(warnings(host(List.of(), Map.of(name, "-Ddb.password=hunter2"), false), FORKED))
                .singleElement()
                .asString()
                .contains(name + " (-Ddb.password=***)");
        assertThat(warnings(host(List.of(), Map.of(name, " "), false), FORKED)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-ea", "-enableassertions"})
    void warnsAboutAssertionsInForks(String argument) {
        PlannedCase planned = TestPlans.tiny(FailingFixture.class, "works", 1, "-Xmx1g", argument);

        assertThat(warnings(host(""), planned))
                .containsExactly("JVM arguments of forks: Assertions are on (-ea): users run without them. Remove it.");
    }

    @Test
    void acceptsAssertionsThatAreDisabledAgain() {
        assertThat(warnings(host(""), TestPlans.tiny(FailingFixture.class, "works", 1, "-ea", "-da", "-esa")))
                .isEmpty();
    }

    @Test
    void warnsAboutAssertionsOfHostOnlyWithForksZero() {
        assertThat(warnings(host(List.of(), Map.of(), true), IN_PROCESS))
                .last()
                .asString()
                .contains("Assertions are enabled in this JVM", "<enableAssertions>false</enableAssertions>");
    }

    @Test
    void warnsThatRunInsideHostIsNotComparable() {
        assertThat(warnings(host(""), IN_PROCESS))
                .singleElement()
                .asString()
                .startsWith("forks=0: ")
                .contains("cannot be compared with others");
    }

    @Test
    void ignoresArgumentOfItsOwnLauncher() {
        List<String> arguments = List.of("-Xint", "-XX:TieredStopAtLevel=1");

        assertThat(Preflight.Host.given(arguments, true)).containsExactly("-Xint");
        assertThat(Preflight.Host.given(arguments, false)).isEqualTo(arguments);
    }

    @Test
    void countsCasesWithMoreThreadsThanProcessors() {
        assertThat(warnings(host(""), threads(4))).isEmpty();
        assertThat(warnings(host(""), threads(1), threads(5)))
                .singleElement()
                .asString()
                .contains("1 case has more threads (up to 5)", "processors (4)", "-Dmicrobench.threads=4");
        assertThat(warnings(host(""), threads(8), threads(5)))
                .singleElement()
                .asString()
                .contains("2 cases have more threads (up to 8)");
    }

    @Test
    void warnsAboutUnguardedLink() {
        Optional<String> problem = Optional.of("Any program can connect to the link.");
        Preflight.Host other = new Preflight.Host("", List.of(), Map.of(), 4, false, GeneratedCode.ofJmh(), problem);

        assertThat(warnings(other, FORKED)).containsExactly("Any program can connect to the link.");
        assertThat(warnings(other, IN_PROCESS)).noneMatch(warning -> warning.contains("link"));
        assertThat(Preflight.Host.current().unguarded()).isEmpty();
    }
}
