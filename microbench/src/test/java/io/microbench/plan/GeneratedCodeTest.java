// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.run.FailingFixture;
import io.microbench.run.HintedFixture;
import io.microbench.run.TestPlans;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.util.Version;

class GeneratedCodeTest {

    private static final String HINTS = "/META-INF/CompilerHints";
    private static final PlannedCase WORKS = TestPlans.tiny(FailingFixture.class, "works", 1);

    @TempDir
    Path classes;

    private String lost = "";

    @BeforeEach
    void asBuilt() throws IOException {
        Files.createDirectory(classes.resolve("META-INF"));
        copy(BenchmarkList.BENCHMARK_LIST, line -> true);
        copy(HINTS, line -> true);
    }

    private void copy(String resource, Predicate<String> kept) throws IOException {
        try (InputStream in = GeneratedCodeTest.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(file(resource), text.lines().filter(kept).collect(Collectors.joining("\n", "", "\n")));
        }
    }

    private Path file(String resource) {
        return classes.resolve(resource.substring(1));
    }

    private Optional<String> problem(PlannedCase... cases) throws MalformedURLException {
        return code().problem(List.of(cases));
    }

    private GeneratedCode code() throws MalformedURLException {
        URL[] path = {classes.toUri().toURL()};
        return new GeneratedCode(new URLClassLoader(path, ClassLoader.getPlatformClassLoader()) {
            @Override
            public URL getResource(String name) {
                return name.endsWith(".class") && !name.equals(lost)
                        ? GeneratedCodeTest.class.getClassLoader().getResource(name)
                        : super.getResource(name);
            }
        });
    }

    /** The shade plug-in inserts an empty line between the lists that it joins. */
    @Test
    void acceptsListOfMergedJar() throws IOException {
        Path list = file(BenchmarkList.BENCHMARK_LIST);
        Files.writeString(list, Files.readString(list).replace("\n", "\n\n"));

        assertThat(problem(WORKS)).isEmpty();
    }

    @Test
    void acceptsCompleteBuild() throws IOException {
        assertThat(problem(WORKS, TestPlans.tiny(HintedFixture.class, "inherited", 1)))
                .isEmpty();
        assertThat(GeneratedCode.ofJmh().problem(List.of(WORKS))).isEmpty();
    }

    @Test
    void findsClassesMissingFromList() throws IOException {
        copy(BenchmarkList.BENCHMARK_LIST, line -> !line.contains("works"));
        GeneratedCode code = code();

        assertThat(code.unlisted(List.of(FailingFixture.class, HintedFixture.class)))
                .containsExactly(FailingFixture.class);
    }

    @Test
    void namesGeneratedClassMissingAfterInterruptedCompilation() throws IOException {
        lost = "io/microbench/run/jmh_generated/FailingFixture_works_jmhTest.class";

        assertThat(problem(WORKS).orElseThrow())
                .startsWith("META-INF/BenchmarkList names the generated class"
                        + " io.microbench.run.jmh_generated.FailingFixture_works_jmhTest, which does not exist")
                .contains("mvn clean");
    }

    /**
     * The result of an incremental compilation: the list is merged, but the hints contain only the recompiled classes.
     */
    @Test
    void detectsHintsDroppedByIncrementalCompilation() throws IOException {
        copy(HINTS, line -> !line.contains("HintedFixture"));

        assertThat(problem(WORKS)).isEmpty();
        assertThat(problem(WORKS, TestPlans.tiny(HintedFixture.class, "measured", 1))
                        .orElseThrow())
                .startsWith("META-INF/CompilerHints has no line for ")
                .contains("io.microbench.run.HintedFixture.callee")
                .contains("io.microbench.run.HintedFixture.measured")
                .contains("mvn clean");
    }

    @Test
    void detectsSingleMissingHint() throws IOException {
        copy(HINTS, line -> !line.endsWith(".callee"));

        assertThat(problem(TestPlans.tiny(HintedFixture.class, "measured", 1)).orElseThrow())
                .startsWith("META-INF/CompilerHints has no line for io.microbench.run.HintedFixture.callee: ");
    }

    @Test
    void detectsMissingHintsOfClassAndSuperclass() throws IOException {
        copy(HINTS, line -> !line.endsWith("Base.*") && !line.endsWith("Base.inherited"));
        PlannedCase inherited = TestPlans.tiny(HintedFixture.class, "inherited", 1);

        assertThat(problem(inherited).orElseThrow())
                .startsWith("META-INF/CompilerHints has no line for io.microbench.run.HintedBase: ");
    }

    @Test
    void requiresNewerJmhBeforeFirstFork() {
        GeneratedCode.requireUsable(BenchmarkParams.class);
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> GeneratedCode.requireUsable(GeneratedCodeTest.class))
                .withMessageStartingWith("The JMH on the class path is too old (file:")
                .withMessageContaining("Expected 1.23 or newer.");
    }

    @Test
    void reportsDamagedList() throws IOException {
        Files.writeString(file(BenchmarkList.BENCHMARK_LIST), "JMH S 1 x\n");

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> problem(WORKS))
                .withMessageContaining("META-INF/BenchmarkList cannot be read")
                .withMessageContaining("another JMH than " + Version.getPlainVersion())
                .withMessageContaining("mvn clean");
    }
}
