// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.List;
import java.util.stream.Collectors;

/** Writes a snippet as an ordinary JMH benchmark class, to be kept in a suite. */
final class BenchmarkSource {

    private static final List<String> ANNOTATIONS = List.of(
            "Benchmark BenchmarkMode Level Mode OutputTimeUnit Param Scope Setup State TearDown Threads".split(" "));

    private BenchmarkSource() {}

    /**
     * Returns the source of the class. Its name includes the package, as JMH requires one.
     *
     * <p>What workers share is static, as when the snippet is measured; a nested state initialises it once per fork.
     */
    static String of(Anatomy anatomy, String qualified, int threads) {
        int dot = qualified.lastIndexOf('.');
        String className = qualified.substring(dot + 1);
        Generated text = new Generated().add("package " + qualified.substring(0, dot) + ";\n\n");
        ANNOTATIONS.forEach(name -> text.add("import org.openjdk.jmh.annotations." + name + ";\n"));
        text.add("import org.openjdk.jmh.infra.Blackhole;\n")
                .add(anatomy.imports())
                .add("\n/** Measures {@code " + anatomy.snippet().name().replace("*/", "* /") + "}. */\n")
                .add("@BenchmarkMode(Mode.AverageTime)\n")
                .add("@OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)\n")
                .add("@State(Scope.Thread)\n")
                .add("@Threads(" + threads + ")\n")
                .add("public class " + className + " {\n\n");
        anatomy.fields(text);
        text.add(
                "/** Fills what all workers share, once a fork. */\n@State(Scope.Benchmark)\npublic static class Shared {\n\n");
        StringBuilder copies = new StringBuilder();
        anatomy.inputs().values().forEach((name, values) -> {
            text.add("@Param({" + quoted(values) + "})\npublic " + Inputs.type(values) + " " + name + ";\n\n");
            copies.append(className)
                    .append('.')
                    .append(name)
                    .append(" = ")
                    .append(name)
                    .append(";\n");
        });
        text.add("@Setup(Level.Trial)\npublic void init() throws Throwable {\n" + copies)
                .add(anatomy.hooks().init())
                .add("}\n");
        if (!anatomy.done().text().isEmpty()) {
            text.add("\n@TearDown(Level.Trial)\npublic void done() throws Throwable {\n")
                    .add(anatomy.done())
                    .add("}\n");
        }
        text.add("}\n\n@Setup(Level.Trial)\npublic void initWorker(Shared shared) throws Throwable {\n")
                .add(anatomy.hooks().initWorker())
                .add("}\n");
        fixture(text, "Setup", "before", anatomy.hooks().before());
        fixture(text, "TearDown", "after", anatomy.after());
        text.add("\n@Benchmark\npublic void call(Shared shared, Blackhole blackhole) throws Throwable {\n")
                .add(anatomy.body())
                .add("}\n}\n");
        return indented(text.text());
    }

    /** Adds a hook around each call: JMH then times each call separately. */
    private static void fixture(Generated text, String annotation, String name, Generated body) {
        if (!body.text().isEmpty()) {
            text.add("\n@" + annotation + "(Level.Invocation)\npublic void " + name + "() throws Throwable {\n")
                    .add(body)
                    .add("}\n");
        }
    }

    private static String quoted(List<String> values) {
        return values.stream()
                .map(v -> "\"" + v.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(", "));
    }

    /** Indents by the braces at the ends and beginnings of lines, which is good enough for reading. */
    static String indented(String source) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (String line : source.lines().map(String::strip).toList()) {
            if (line.startsWith("}") || line.startsWith(");")) {
                depth = Math.max(0, depth - 1);
            }
            text.append(line.isEmpty() ? "" : "    ".repeat(depth) + line).append('\n');
            if (line.endsWith("{") || line.endsWith("(")) {
                depth++;
            }
        }
        return text.toString();
    }
}
