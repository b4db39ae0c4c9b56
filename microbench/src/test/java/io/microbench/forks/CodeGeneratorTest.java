// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.async.PipelineFixture;
import io.microbench.run.HintedFixture;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles classes without JMH's annotation processor, like a build that does not configure it. */
class CodeGeneratorTest {

    /** Files that the annotation processor generated when these tests were compiled. */
    private static final Path OF_PROCESSOR = Path.of("target/generated-test-sources/test-annotations");

    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(classes = {HintedFixture.class, PipelineFixture.class})
    void generatesSameSourcesAsProcessor(Class<?> type) throws IOException {
        CodeGenerator generator = new CodeGenerator();
        generator.folder(List.of(type), JAVAC);

        assertThat(generator.sources()).isNotEmpty();
        for (var source : generator.sources().entrySet()) {
            Path file = OF_PROCESSOR.resolve(source.getKey().replace('.', '/') + ".java");
            assertThat(source.getValue().lines().sorted())
                    .as(source.getKey())
                    .containsExactlyElementsOf(
                            Files.readString(file).lines().sorted().toList());
        }
    }

    @Test
    void reusesGeneratedCodeUntilClassChanges() throws Exception {
        Path first = generated("public class Root { @Benchmark public double root() { return 1; } }");

        assertThat(first.getParent()).isEqualTo(folder.resolve("target/microbench-generated"));
        assertThat(first.resolve("acme/jmh_generated/Root_root_jmhTest.class")).exists();
        assertThat(Files.readString(first.resolve("META-INF/BenchmarkList"))).contains("acme.Root");
        assertThat(Files.readString(first.resolve("META-INF/CompilerHints"))).contains("inline,acme/Root.root");
        assertThat(generated("public class Root { @Benchmark public double root() { return 2; } }"))
                .isEqualTo(first);
        assertThat(generated("public class Root { @Benchmark public double cube() { return 2; } }"))
                .isNotEqualTo(first);
        assertThat(first.getParent()).isDirectoryNotContaining("glob:**/microbench-*");
    }

    @Test
    void skipsOnlyClassesThatBreakARule() throws Exception {
        Class<?> good = compiled("public class Good { @Benchmark public void run() {} }");
        Class<?> bad = compiled("public class Bad { @Benchmark public void run(String text) {} }");
        CodeGenerator generator = new CodeGenerator();
        Path generated = generator.folder(List.of(bad, good), JAVAC).orElseThrow();

        assertThat(generator.problems()).containsOnlyKeys(bad);
        assertThat(generated.resolve("acme/jmh_generated")).isDirectoryContaining("glob:**/Good_run_*");
    }

    @Test
    void generatesSharedStateOnce() throws Exception {
        String state =
                "{ @State(Scope.Benchmark) public static class Shared { public int x; } @Benchmark public void run(Shared s) {} }";
        Class<?> first = compiled("public class First " + state);
        Class<?> second = compiled("public class Second { @Benchmark public void run(First.Shared s) {} }");
        CodeGenerator generator = new CodeGenerator();

        assertThat(generator.folder(List.of(first, second), JAVAC)).isPresent();
        assertThat(generator.problems()).isEmpty();
    }

    @Test
    void suggestsJdkOrProcessorWithoutCompiler() throws Exception {
        Class<?> type = compiled("public class Root { @Benchmark public double root() { return 1; } }");
        CodeGenerator generator = new CodeGenerator();

        assertThat(generator.folder(List.of(type), null)).isEmpty();
        assertThat(generator.problems().get(type))
                .startsWith("acme.Root was compiled without JMH's annotation processor, and this JVM (")
                .contains("Run the build with a JDK, or add the processor to the pom:", "jmh-generator-annprocess");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            class Hidden { @Benchmark public void run() {} } | acme.Hidden: The instantiated @State annotation only supports public classes.
            public class Private { @Benchmark private void run() {} } | acme.Private.run: @Benchmark method should be public.
            public class Generic { @Benchmark public <T> void run(T x) {} } | acme.Generic.run: Method parameters should be either @State classes
            public class Args { @State(Scope.Thread) public static class S { public S(int x) {} } @Benchmark public void run(S s) {} } | acme.Args.S: The @State annotation can only be applied to the classes having the default public constructor.
            public final class Last { @Benchmark public void run() {} } | acme.Last: Benchmark classes should not be final.
            public class Two { @Benchmark public void run() {} @Benchmark public void run(Blackhole b) {} } | acme.Two.run: Duplicate @Benchmark method name
            """)
    void namesRuleThatClassBreaks(String source, String message) throws Exception {
        assertThat(CodeGenerator.brokenRule(compiled(source)).orElse("none")).contains(message);
    }

    private Path generated(String source) throws Exception {
        return new CodeGenerator().folder(List.of(compiled(source)), JAVAC).orElseThrow();
    }

    private Class<?> compiled(String body) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("target/classes"));
        String text = "package acme; import org.openjdk.jmh.annotations.*; import org.openjdk.jmh.infra.Blackhole; "
                + "@State(Scope.Benchmark) " + body;
        String name = body.replaceFirst(".*?class (\\w+).*", "$1");
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///acme/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        List<String> arguments = List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"));
        assertThat(JAVAC.getTask(null, null, null, arguments, null, List.of(source))
                        .call())
                .isTrue();
        URL[] path = {classes.toUri().toURL()};
        return Class.forName(
                "acme." + name, false, new URLClassLoader(path, getClass().getClassLoader()));
    }
}
