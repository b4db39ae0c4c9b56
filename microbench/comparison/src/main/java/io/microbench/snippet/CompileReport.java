// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Snippet.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Explains why a snippet does not compile, with positions in the user's text instead of the generated class.
 *
 * @param original the snippet as the user wrote it
 * @param snippet the snippet that was compiled: the same, the text of its file, or the call of its method
 */
record CompileReport(Question question, Snippet original, Snippet snippet, Problems problems) {

    private static final String NO_SYMBOL = "compiler.err.cant.resolve";
    /** The error about a missing A in {@code A.b.c()}, where A may be a package. */
    private static final String NO_PACKAGE = "compiler.err.doesnt.exist";

    private static final int MOST_PROBLEMS = 3;
    private static final int MOST_SHOWN = 100;

    /** Returns the name of the snippet, the first errors with their positions, and advice. */
    String text() {
        List<String> lines = new ArrayList<>();
        List<Diagnostic<? extends JavaFileObject>> errors = problems.errors().stream()
                .sorted(Comparator.comparing(d -> d.getPosition()))
                .toList();
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            if (lines.size() < MOST_PROBLEMS) {
                lines.add(explained(error));
            }
        }
        String more = errors.size() > MOST_PROBLEMS
                ? " (the first " + MOST_PROBLEMS + " of " + errors.size() + " errors)"
                : "";
        return Snippet.quoted(original.name()) + " does not compile" + more + System.lineSeparator()
                + lines.stream().distinct().collect(Collectors.joining(System.lineSeparator()))
                + compiledFor();
    }

    /** Returns a sentence about the target JDK if the snippet is also measured on another JDK. */
    private String compiledFor() {
        int release = question.release().orElse(Runtime.version().feature());
        return question.variants().stream().allMatch(variant -> variant.feature() == release)
                ? ""
                : System.lineSeparator() + "Snippets are compiled for JDK " + release
                        + ": the oldest of the JDKs that measure them and the JDK of this program.";
    }

    private String explained(Diagnostic<? extends JavaFileObject> error) {
        String message = Javac.message(error);
        JavaFileObject source = error.getSource();
        if (source != null && !source.getName().endsWith(SnippetCompiler.SOURCE)) {
            try {
                String whole = source.getCharContent(true).toString();
                return pointedAt(source.getName().replaceFirst("^/+", ""), whole, (int) error.getPosition(), message);
            } catch (IOException e) {
                return source.getName() + ": " + message;
            }
        }
        Optional<Place> place = problems.text().place(error.getPosition());
        if (place.isEmpty()) {
            return message + advice(message);
        }
        Part part = place.get().part();
        String whole = message + required(error, part) + advice(message);
        return pointedAt(part.words(), snippet.part(part), place.get().offset(), whole);
    }

    private static String advice(String message) {
        return message.contains("preview feature") ? ". Measure it with the JVM argument --enable-preview" : "";
    }

    /** Returns the part that declares the missing name, or how to import it, if there is one. */
    private String required(Diagnostic<?> error, Part place) {
        if (!error.getCode().startsWith(NO_SYMBOL) && !error.getCode().startsWith(NO_PACKAGE)) {
            return "";
        }
        String text = problems.text().text().substring((int) error.getStartPosition(), (int) error.getEndPosition());
        String name = error.getCode().startsWith(NO_PACKAGE) ? text.replaceFirst("(?s)\\W.*", "") : text;
        if (name.equals(Hooks.RESULT) && (place == Part.AFTER || place == Part.AFTER_ALL)) {
            return "; the snippet has no value";
        }
        for (Part part : List.of(Part.INIT, Part.INIT_WORKER, Part.ACCUMULATE, Part.BEFORE)) {
            if (name.equals(Hooks.value(part)) && snippet.part(part).isBlank()) {
                return "; " + name + " requires " + part.words();
            }
        }
        return CommonImports.missing(name)
                .map(found -> "; it requires the import " + found + ".*")
                .orElse("");
    }

    /**
     * Returns position and message, the line, and a caret below the position; a very long line is cut around it.
     *
     * @param where the part that does not compile: {@code snippet}, {@code init}, or the name of a file
     */
    static String pointedAt(String where, String text, int offset, String message) {
        int end = Math.min(Math.max(offset, 0), text.length());
        int begin = text.lastIndexOf('\n', end - 1) + 1;
        long line = 1 + text.substring(0, begin).chars().filter(c -> c == '\n').count();
        String shown = text.substring(begin).split("\n", 2)[0].stripTrailing();
        int at = Math.min(end - begin, shown.length());
        int from = Math.max(0, Math.min(at - MOST_SHOWN / 2, shown.length() - MOST_SHOWN));
        int to = Math.min(shown.length(), from + MOST_SHOWN);
        String before = from == 0 ? "" : "...";
        return where + ", line " + line + ", column " + (end - begin + 1) + ": " + message + System.lineSeparator()
                + "  " + before
                + shown.substring(from, to)
                + (to == shown.length() ? "" : "...") + System.lineSeparator() + "  "
                + (before + shown.substring(from, at)).replaceAll("[^\t]", " ")
                + "^";
    }

    static final class Problems extends Exception {
        private static final long serialVersionUID = 1;

        private final transient List<Diagnostic<? extends JavaFileObject>> errors;
        private final transient Generated text;

        Problems(List<Diagnostic<? extends JavaFileObject>> errors, Generated text) {
            this.errors = List.copyOf(errors);
            this.text = text;
        }

        List<Diagnostic<? extends JavaFileObject>> errors() {
            return errors;
        }

        Generated text() {
            return text;
        }
    }
}
