// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import io.microbench.forks.LocalForks;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.CompileReport.Problems;
import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.Snippet.Part;
import io.microbench.snippet.SnippetReader.Reading;
import io.microbench.snippet.SnippetReader.Sink;
import io.microbench.snippet.fork.SnippetProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiles each snippet to a class, which is neither loaded nor run here. */
final class SnippetCompiler implements AutoCloseable {

    static final String SOURCE = SnippetProperties.CLASS + ".java";
    /** The field of the class that all snippets extend. */
    private static final String VALUE = "microbenchValue";

    private final Question question;
    private final Javac javac;
    /** Values that the last compiled snippet computes but does not use. */
    private List<String> unused = List.of();

    private Generated compiled = new Generated();

    /** Creates a compiler with the libraries of the first variant. */
    SnippetCompiler(Question question) {
        this(question, question.variants().get(0));
    }

    SnippetCompiler(Question question, Variant variant) {
        this.question = question;
        List<String> classPath = new ArrayList<>(LocalForks.visible(SnippetProperties.class));
        question.classPath(variant).forEach(path -> classPath.add(path.toString()));
        this.javac = Javac.open(classPath, question.preview(), question.release());
    }

    Ready compile(Snippet original, Path folder) {
        List<String> texts = List.of(original.text());
        Map<Field, String> arguments = Map.of();
        List<Source> more = List.of();
        Optional<MethodReference> reference = MethodReference.of(original.text());
        if (original.file().isPresent()) {
            SnippetFile file = SnippetFile.read(original.text(), javac);
            more = file.source().stream().toList();
            texts = List.of(file.snippet());
        } else if (reference.isPresent()) {
            texts = reference.get().calls();
            arguments = reference.get().arguments();
        }
        Optional<SnippetException> first = Optional.empty();
        for (String text : texts) {
            Snippet snippet = original.withText(text);
            try {
                Generated source = compile(snippet, arguments, more, folder).source();
                compiled = source;
                return new Ready(folder, ParsedSnippet.indented(source.text()), unused);
            } catch (Problems e) {
                first = first.or(() ->
                        Optional.of(new SnippetException(new CompileReport(question, original, snippet, e).text())));
            }
        }
        throw first.orElseThrow();
    }

    /** Returns the number and text of the snippet's line for a line of the last compiled class: {@code 1: f(x)}. */
    Optional<String> lineOf(Snippet snippet, int line) {
        return compiled.lastInLine(line).map(place -> {
            String part = snippet.part(place.part());
            int number = part.substring(0, place.offset()).split("\n", -1).length;
            return number + ": " + part.split("\n", -1)[number - 1].strip();
        });
    }

    /** Compiles a snippet; if its value fits several methods of the black hole, again with a variable for the value. */
    private ParsedSnippet compile(Snippet snippet, Map<Field, String> arguments, List<Source> more, Path folder)
            throws Problems {
        try {
            return compile(snippet, arguments, more, folder, false);
        } catch (Problems e) {
            if (e.errors().stream().noneMatch(SnippetCompiler::isAmbiguous)) {
                throw e;
            }
            try {
                return compile(snippet, arguments, more, folder, true);
            } catch (Problems again) {
                // The value has no type, for example a lambda; the first errors explain that better.
                throw e;
            }
        }
    }

    private static boolean isAmbiguous(Diagnostic<?> error) {
        return error.getCode().equals("compiler.err.ref.ambiguous")
                && error.getMessage(Locale.ROOT).contains("consume");
    }

    private ParsedSnippet compile(
            Snippet snippet, Map<Field, String> arguments, List<Source> more, Path folder, boolean variable)
            throws Problems {
        Inputs inputs = new Inputs(question.inputs());
        String imports = importLines(snippet, arguments + inputs.fields());
        String header = imports + "\nclass " + SnippetProperties.CLASS + " {\n" + inputs.fields();
        Hooks hooks = new HookReader(snippet, header, javac).read();
        // The type of "result" in hooks is known only with the right reading.
        boolean usesResult = snippet.isResultUsed() && !hooks.declares(Hooks.RESULT);
        Snippet plain = usesResult ? snippet.after("").within(snippet.beforeAll(), "") : snippet;
        Optional<Problems> problems = Optional.empty();
        for (Reading reading : new SnippetReader(snippet.text(), javac).readings()) {
            Generated body = reading.to(Sink.of(snippet, List.of(), variable));
            ParsedSnippet parsed = new ParsedSnippet(
                    plain, imports, inputs, hooks, arguments, body, Optional.empty(), new Generated());
            Generated text = parsed.source();
            List<Diagnostic<? extends JavaFileObject>> errors = compile(text, more, folder);
            if (errors.isEmpty()) {
                return usesResult || question.check() == Check.SAME
                        ? keeping(snippet, parsed, usesResult, reading, more, folder)
                        : parsed;
            }
            Problems found = new Problems(errors, text);
            problems = problems.filter(before -> !isClearer(found, before)).or(() -> Optional.of(found));
        }
        throw problems.orElseThrow();
    }

    /** Returns whether new errors explain a snippet better: they are from a reading that parses, or are fewer. */
    private boolean isClearer(Problems found, Problems before) {
        boolean isJava = isJava(found.text());
        return isJava == isJava(before.text())
                ? found.errors().size() < before.errors().size()
                : isJava;
    }

    private boolean isJava(Generated text) {
        return javac.parse(new Source(SOURCE, text.text())).errors().isEmpty();
    }

    /** Compiles a snippet again with code that stores its value for a hook or the check. */
    private ParsedSnippet keeping(
            Snippet snippet, ParsedSnippet plain, boolean usesResult, Reading reading, List<Source> more, Path folder)
            throws Problems {
        List<String> fields = new ArrayList<>();
        Optional<Field> result = usesResult
                ? resultType(snippet, plain, reading, more).map(type -> new Field(type, Hooks.RESULT))
                : Optional.empty();
        result.ifPresent(field -> fields.add(field.name()));
        Generated body = fields.isEmpty() ? plain.body() : reading.to(Sink.of(snippet, fields, false));
        fields.add(VALUE);
        Generated once = question.check() == Check.SAME ? reading.to(Sink.of(snippet, fields, false)) : new Generated();
        ParsedSnippet whole = plain.with(snippet, body, result, once);
        Generated text = whole.source();
        List<Diagnostic<? extends JavaFileObject>> errors = compile(text, more, folder);
        if (!errors.isEmpty()) {
            throw new Problems(errors, text);
        }
        return whole;
    }

    private Optional<String> resultType(Snippet snippet, ParsedSnippet plain, Reading reading, List<Source> more) {
        Optional<String> accumulated = plain.hooks().worker().stream()
                .filter(field ->
                        field.name().equals(Hooks.LAST) && !snippet.accumulate().isBlank())
                .map(Field::type)
                .findFirst();
        if (accumulated.isPresent()) {
            return accumulated;
        }
        ParsedSnippet typed = plain.with(plain.snippet(), reading.to(Sink.typed()), Optional.empty(), new Generated());
        return ResultType.of(new Source(SOURCE, typed.source().text()), more, javac);
    }

    private List<Diagnostic<? extends JavaFileObject>> compile(Generated text, List<Source> more, Path folder) {
        unused = List.of();
        return javac.compile(folder, new Source(SOURCE, text.text()), more, parsed -> unused = UnusedValues.of(parsed));
    }

    /** Returns the imports of a snippet and of more code. */
    private String importLines(Snippet snippet, String more) {
        String code = Stream.of(Part.values()).map(snippet::part).collect(Collectors.joining("\n"));
        Set<String> lines = new LinkedHashSet<>();
        CommonImports.of(code + more).forEach(name -> lines.add("import " + name + ".*;"));
        question.imports().forEach(name -> lines.add("import " + name + ";"));
        return String.join("\n", lines) + "\n"
                + SnippetReader.imports(snippet.text()).strip() + "\n";
    }

    @Override
    public void close() {
        javac.close();
    }

    /**
     * A file that is measured as a snippet.
     *
     * @param snippet its statements, or the call of the method of its class
     * @param source its class, if it contains one
     */
    record SnippetFile(String snippet, Optional<Source> source) {

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
                throw new SnippetException(file + " cannot be read: "
                        + (Files.exists(file) ? e.getMessage() : "there is no such file") + ".");
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
            boolean runs = type.getMembers().stream()
                    .anyMatch(member -> member instanceof MethodTree method
                            && method.getName().contentEquals("run")
                            && method.getParameters().isEmpty()
                            && method.getModifiers().getFlags().contains(Modifier.STATIC)
                            && !method.getModifiers().getFlags().contains(Modifier.PRIVATE));
            if (!runs) {
                throw new SnippetException(
                        file + ": class " + type.getSimpleName() + " has no static method run() without parameters.");
            }
            String prefix =
                    parsed.unit().getPackageName() == null ? "" : parsed.unit().getPackageName() + ".";
            return Optional.of(new SnippetFile(prefix + type.getSimpleName() + ".run()", Optional.of(source)));
        }
    }
}
