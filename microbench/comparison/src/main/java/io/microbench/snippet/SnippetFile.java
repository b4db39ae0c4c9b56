// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/**
 * A file that is measured as a snippet.
 *
 * @param snippet its statements, or the call of the method of its class
 * @param source its class, if it contains one
 */
record SnippetFile(String snippet, Optional<Source> source) {

    /** Returns whether a snippet is the name of a file. */
    static boolean is(String text) {
        String name = text.strip();
        return name.endsWith(".java") && name.indexOf('\n') < 0 && name.indexOf('(') < 0;
    }

    /**
     * Reads the file that a snippet names.
     *
     * @throws SnippetException if it cannot be read, or its class has no method that can be called
     */
    static SnippetFile read(String name, Javac javac) {
        Path file = Path.of(name.strip());
        String text = text(file);
        return ofClass(file, text, javac).orElseGet(() -> new SnippetFile(text, Optional.empty()));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new SnippetException(
                    file + " cannot be read: " + (Files.exists(file) ? e.getMessage() : "there is no such file") + ".");
        }
    }

    /** Returns the class in a file and the call of its method; empty if the file contains statements. */
    private static Optional<SnippetFile> ofClass(Path file, String text, Javac javac) {
        Source source = new Source(String.valueOf(file.getFileName()), text);
        Parsed parsed = javac.parse(source);
        List<? extends Tree> types = parsed.unit().getTypeDecls();
        if (types.isEmpty() || !parsed.errors().isEmpty() || !(types.get(0) instanceof ClassTree)) {
            return Optional.empty();
        }
        ClassTree type = (ClassTree) types.get(0);
        List<String> callable = type.getMembers().stream()
                .filter(MethodTree.class::isInstance)
                .map(MethodTree.class::cast)
                .filter(m -> m.getModifiers().getFlags().contains(Modifier.STATIC)
                        && !m.getModifiers().getFlags().contains(Modifier.PRIVATE)
                        && m.getParameters().isEmpty())
                .map(m -> m.getName().toString())
                .toList();
        Optional<String> method = callable.contains("run") || callable.size() != 1
                ? callable.stream().filter("run"::equals).findFirst()
                : Optional.of(callable.get(0));
        if (method.isEmpty()) {
            throw new SnippetException(file + ": class " + type.getSimpleName() + " has "
                    + (callable.isEmpty() ? "no" : "more than one")
                    + " static method without parameters. Name the one to measure run().");
        }
        String prefix =
                parsed.unit().getPackageName() == null ? "" : parsed.unit().getPackageName() + ".";
        return Optional.of(
                new SnippetFile(prefix + type.getSimpleName() + "." + method.get() + "()", Optional.of(source)));
    }
}
