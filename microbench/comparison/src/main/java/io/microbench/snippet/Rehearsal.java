// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.fork.ResultCheck;
import io.microbench.process.CheckJvm;
import io.microbench.process.Programs;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.fork.SnippetCheck;
import io.microbench.snippet.fork.SnippetProperties;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Calls every snippet once in each variant, with each combination of inputs, before anything is measured. */
final class Rehearsal {

    private final Question question;
    private final List<Map<String, String>> combinations;
    private final Set<String> notes = new LinkedHashSet<>();

    Rehearsal(Question question) {
        this.question = question;
        this.combinations = new Inputs(question.inputs()).combinations();
    }

    /**
     * Calls all snippets in one JVM of each variant and compares their values in each JVM if requested.
     *
     * @param folder the folder for its files
     * @param stopped returns whether the run was stopped; nothing is reported then
     * @param note receives notes about snippets without a value to compare
     * @throws CheckException if a snippet fails, or if values differ
     */
    void run(Compilation compiled, Path folder, BooleanSupplier stopped, Consumer<String> note) {
        List<String> failures = new ArrayList<>();
        try {
            Duration longest =
                    question.timeout().multipliedBy((long) question.snippets().size() * combinations.size());
            for (Variant variant : question.variants()) {
                for (String answer :
                        CheckJvm.ask(command(variant), questions(compiled.of(variant)), folder, stopped, longest)) {
                    take(ResultCheck.words(answer), variant, failures);
                }
            }
        } catch (IOException e) {
            throw new CheckException("Check: cannot call the snippets: " + e.getMessage() + ". Nothing was measured.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        notes.forEach(note);
        if (!failures.isEmpty()) {
            throw new CheckException(String.join(System.lineSeparator(), new LinkedHashSet<>(failures))
                    + System.lineSeparator() + "Nothing was measured.");
        }
    }

    private List<String> command(Variant variant) {
        List<String> command = new ArrayList<>();
        command.add(variant.java().map(Path::toString).orElseGet(() -> Programs.ofJdk("java")));
        if (question.preview()) {
            command.add("--enable-preview");
        }
        command.addAll(question.jvmArgs());
        command.addAll(variant.arguments());
        command.add("-D" + SnippetProperties.VIRTUAL + "=" + question.virtual());
        String classPath = String.join(File.pathSeparator, SnippetForks.classPath(question, variant));
        command.addAll(List.of("-cp", classPath, SnippetCheck.class.getName()));
        return command;
    }

    private List<String> questions(List<Ready> snippets) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < combinations.size(); i++) {
            List<String> words = new ArrayList<>(List.of(
                    Integer.toString(i),
                    question.check() == Check.SAME ? SnippetCheck.SAME : SnippetCheck.RUNS,
                    Integer.toString(snippets.size())));
            snippets.forEach(snippet -> words.add(snippet.classes().toAbsolutePath() + File.separator));
            combinations.get(i).forEach((name, value) -> words.addAll(List.of(name, value)));
            lines.add(ResultCheck.line(words));
        }
        return lines;
    }

    private void take(List<String> answer, Variant variant, List<String> failures) {
        Map<String, String> inputs = combinations.get(Integer.parseInt(answer.get(0)));
        String with = inputs.isEmpty() ? "" : " with " + Inputs.text(inputs);
        switch (answer.get(1)) {
            case SnippetCheck.VOID -> {
                if (!snippet(answer.get(2)).isEmpty()) {
                    notes.add("Check: " + name(answer.get(2), Variant.HERE) + " has no value to compare.");
                }
            }
            case SnippetCheck.FAILED ->
                failures.add("Check: " + name(answer.get(2), variant) + " failed" + with + ": " + answer.get(3));
            default ->
                failures.add("Check:" + with + (with.isEmpty() ? " " : ", ") + name(answer.get(2), variant)
                        + " returned " + answer.get(3) + " and " + name(answer.get(4), variant) + " returned "
                        + answer.get(5) + ".");
        }
    }

    private String name(String number, Variant variant) {
        return "\"" + variant.row(snippet(number).name()) + "\"";
    }

    private Snippet snippet(String number) {
        return question.snippets().get(Integer.parseInt(number));
    }
}
