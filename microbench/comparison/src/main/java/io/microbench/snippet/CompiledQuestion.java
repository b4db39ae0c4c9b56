// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.AnswerSummary.SnippetWarnings;
import io.microbench.snippet.Compilation.Ready;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A question with compiled snippets, for forks that other JVMs start.
 *
 * @param snippets each snippet with each combination of inputs
 * @param arguments JVM arguments of the forks
 * @param warnings warnings about the snippets, each with advice
 */
public record CompiledQuestion(List<One> snippets, List<String> arguments, List<String> warnings) {

    /**
     * A snippet with one combination of inputs.
     *
     * @param name its name in reports; unique among the snippets
     * @param inputs values by name
     * @param classes class files in Base64, by relative path
     */
    public record One(String name, Map<String, String> inputs, Map<String, String> classes) {

        public String title() {
            return name + (inputs.isEmpty() ? "" : ", " + Inputs.text(inputs));
        }
    }

    static CompiledQuestion of(Question question, List<Ready> ready, List<SnippetCase> curves) {
        List<Map<String, String>> classes =
                ready.stream().map(snippet -> files(snippet.classes())).toList();
        List<One> all = curves.stream()
                .map(curve -> new One(curve.name(), curve.inputs(), classes.get(curve.snippet())))
                .toList();
        return new CompiledQuestion(all, question.forkArguments(), SnippetWarnings.unused(question, ready));
    }

    private static Map<String, String> files(Path folder) {
        Map<String, String> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file :
                    all.filter(path -> path.toString().endsWith(".class")).toList()) {
                files.put(
                        folder.relativize(file).toString().replace('\\', '/'),
                        Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
