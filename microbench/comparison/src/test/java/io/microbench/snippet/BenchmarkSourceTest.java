// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Question.Workers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.generators.BenchmarkProcessor;

class BenchmarkSourceTest {

    @TempDir
    Path folder;

    @Test
    void aSavedBenchmarkIsAcceptedByTheCompilerAndByJmh() throws Exception {
        Question usual = Question.of(new Snippet(
                "map.merge(key, n, Integer::sum) + last",
                "a */ label",
                "var map = new ConcurrentHashMap<String, Integer>(); record Pair(int a, int b) {}",
                "String key = Thread.currentThread().getName()",
                "System.out.println(map)",
                "0",
                "Math.abs(n)",
                "given * 2L",
                "if (result > 7) { map.clear(); }",
                "Objects.requireNonNull(result)"));
        Question question = new Question(
                usual.snippets(),
                List.of("java.util.zip.*"),
                usual.classPath(),
                Map.of("n", List.of("1", "2")),
                usual.sampling(),
                Workers.of(2),
                false,
                usual.order(),
                0,
                usual.timeout(),
                List.of(),
                false,
                usual.check(),
                List.of(),
                usual.archive(),
                usual.cache(),
                List.of());
        Path file = Files.writeString(
                folder.resolve("MergeBenchmark.java"), SnippetRun.benchmarkSource(question, "com.acme.MergeBenchmark"));

        assertThat(errors(file)).isEmpty();
        assertThat(Files.readString(file))
                .contains("@Setup(Level.Invocation)", "@TearDown(Level.Invocation)", "int result;");
        assertThat(Files.readString(folder.resolve("META-INF/BenchmarkList")))
                .contains("com.acme.MergeBenchmark")
                .contains("AverageTime");
        try (var generated = Files.walk(folder)) {
            assertThat(generated.map(path -> String.valueOf(path.getFileName())))
                    .contains("MergeBenchmark.class", "MergeBenchmark_call_jmhTest.class");
        }
    }

    private List<String> errors(Path file) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (var files = compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    null,
                    files,
                    said,
                    List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                    null,
                    files.getJavaFileObjects(file));
            task.setProcessors(List.of(new BenchmarkProcessor()));
            task.call();
        }
        return said.getDiagnostics().stream()
                .filter(d -> d.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .toList();
    }
}
