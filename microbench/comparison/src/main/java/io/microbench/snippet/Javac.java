// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The compiler of the running JDK, in this JVM, without annotation processors. */
final class Javac implements AutoCloseable {

    static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("snippet:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public String getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /**
     * A parsed source.
     *
     * @param errors its syntax errors
     */
    record Parsed(
            JavacTask task, CompilationUnitTree unit, Trees trees, List<Diagnostic<? extends JavaFileObject>> errors) {}

    /** The beginning of the compiler's advice on preview features, which does not apply to the command. */
    private static final String PREVIEW = "(use --enable-preview";

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options = new ArrayList<>();

    private Javac(JavaCompiler compiler, List<String> classPath, boolean preview, OptionalInt release) {
        this.compiler = compiler;
        this.files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        options.addAll(List.of("-proc:none", "-nowarn", "-implicit:none", "-Xlint:none"));
        options.add("-cp");
        options.add(String.join(File.pathSeparator, classPath));
        if (preview) {
            options.add("--enable-preview");
        }
        if (preview || release.isPresent()) {
            options.add("--release");
            options.add(Integer.toString(release.orElse(Runtime.version().feature())));
        }
    }

    /**
     * Opens the compiler.
     *
     * @param release the JDK release whose API is visible to the classes; if empty, that of the compiler
     */
    static Javac open(List<String> classPath, boolean preview, OptionalInt release) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new SnippetException("This Java has no compiler: set JAVA_HOME to a JDK, not a JRE.");
        }
        return new Javac(compiler, classPath, preview, release);
    }

    Parsed parse(Source source) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) compiler.getTask(null, files, diagnostics, options, null, List.of(source));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            return new Parsed(task, unit, Trees.instance(task), errors(diagnostics));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Analyses the types in a source file, which may use those of others, and returns the errors. */
    List<Diagnostic<? extends JavaFileObject>> analyse(Source source, List<Source> others, AnalysisReceiver taker) {
        return analyse(source, others, options, taker);
    }

    /**
     * Compiles a source, which may need others, into a folder and returns the errors.
     *
     * @param taker receives the source once its types are known, if there are no errors so far
     */
    List<Diagnostic<? extends JavaFileObject>> compile(
            Path output, Source source, List<Source> others, AnalysisReceiver taker) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-d", output.toString()));
        return analyse(source, others, all, parsed -> {
            taker.take(parsed);
            parsed.task().generate();
        });
    }

    private List<Diagnostic<? extends JavaFileObject>> analyse(
            Source source, List<Source> others, List<String> arguments, AnalysisReceiver taker) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Source> all = new ArrayList<>(List.of(source));
        all.addAll(others);
        JavacTask task = (JavacTask) compiler.getTask(Writer.nullWriter(), files, diagnostics, arguments, null, all);
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            task.analyze();
            if (errors(diagnostics).isEmpty()) {
                taker.take(new Parsed(task, unit, Trees.instance(task), List.of()));
            }
            return errors(diagnostics);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalStateException e) {
            // Contains the exception of the compiler.
            throw new SnippetException("The compiler failed: " + e.getMessage() + ". Shorter statements may help.");
        }
    }

    /** Receives the results of an analysis while the compiler is open. */
    interface AnalysisReceiver {
        void take(Parsed parsed) throws IOException;
    }

    private static List<Diagnostic<? extends JavaFileObject>> errors(DiagnosticCollector<JavaFileObject> diagnostics) {
        return diagnostics.getDiagnostics().stream()
                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                .<Diagnostic<? extends JavaFileObject>>map(d -> d)
                .toList();
    }

    /** Returns the message of the compiler in one line, without mentions of the generated class. */
    static String message(Diagnostic<?> error) {
        List<String> lines =
                error.getMessage(Locale.ROOT).lines().map(String::strip).toList();
        if (lines.stream().anyMatch(line -> line.contains("Blackhole.consume("))) {
            return "this has no type. Add a cast, as in (Runnable) () -> work()";
        }
        StringBuilder text = new StringBuilder(lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            Optional<String> value = value(line);
            if (line.startsWith("symbol:")) {
                text.append(": ").append(value.orElse(""));
            } else if (line.startsWith("location:")) {
                value.filter(v -> !v.contains("MicrobenchSnippet"))
                        .ifPresent(v -> text.append(" in ").append(v));
            } else if (!line.isEmpty() && !line.contains("MicrobenchSnippet") && !line.startsWith(PREVIEW)) {
                text.append("; ").append(line);
            }
        }
        return text.toString().replace(" in method probe()", "").replaceFirst("\\.$", "");
    }

    private static Optional<String> value(String line) {
        return Optional.of(line.substring(line.indexOf(':') + 1).strip()).filter(v -> !v.isEmpty());
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
