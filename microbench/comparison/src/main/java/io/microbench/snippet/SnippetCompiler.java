/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import io.microbench.forking.LocalForks;
import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Javac.Parsed;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.Question.Check;
import io.microbench.snippet.Snippet.Part;
import io.microbench.snippet.fork.Handover;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Compiles snippets, each to a class of its own; none of them is run here, or even loaded. */
final class SnippetCompiler implements AutoCloseable {

    /** What a snippet need not import. */
    private static final List<String> COMMON = List.of(
            "java.io.*",
            "java.math.*",
            "java.nio.*",
            "java.nio.charset.*",
            "java.nio.file.*",
            "java.text.*",
            "java.time.*",
            "java.util.*",
            "java.util.concurrent.*",
            "java.util.concurrent.atomic.*",
            "java.util.concurrent.locks.*",
            "java.util.function.*",
            "java.util.regex.*",
            "java.util.stream.*");

    private static final String SOURCE = Handover.CLASS + ".java";
    private static final String NO_SYMBOL = "compiler.err.cant.resolve";
    private static final int MOST_PROBLEMS = 3;
    private static final Pattern VARIABLE = Pattern.compile("(?<![\\w.])[a-z_$][\\w$]*(?!\\s*\\()\\b");
    /** The field of the class that all snippets extend. */
    private static final String VALUE = "microbenchValue";

    /**
     * A snippet that was compiled.
     *
     * @param anatomy what it was understood to be
     * @param source the class
     * @param told what people should know of it
     * @param unused what it computes and nobody uses
     */
    record Compiled(Anatomy anatomy, String source, List<String> told, List<String> unused) {}

    /** A class in a file of its own, and the call of its method. */
    private record ClassFile(Source source, String call) {}

    private final Question question;
    private final List<String> classPath;
    private final Javac javac;
    /** What the snippet that was compiled last computes and nobody uses. */
    private List<String> unused = List.of();

    SnippetCompiler(Question question) {
        this.question = question;
        this.classPath = new ArrayList<>(LocalForks.visible(Handover.class));
        question.classPath().forEach(path -> classPath.add(path.toString()));
        this.javac = Javac.open(classPath, question.preview());
    }

    /**
     * Compiles a snippet into a folder.
     *
     * @throws SnippetException if it does not compile; the message shows where
     */
    Compiled compile(Snippet asked, Path folder) {
        Snippet snippet = asked;
        Map<Field, String> arguments = new LinkedHashMap<>();
        List<String> told = new ArrayList<>();
        List<Source> more = new ArrayList<>();
        if (isFile(snippet.text())) {
            String text = read(Path.of(snippet.text().strip()));
            Optional<ClassFile> file = classFile(Path.of(snippet.text().strip()), text);
            file.ifPresent(f -> more.add(f.source));
            snippet = snippet.withText(file.map(ClassFile::call).orElse(text));
        } else if (MethodReference.is(snippet.text())) {
            MethodReference.Call call = resolved(snippet.text());
            snippet = snippet.withText(call.call());
            arguments.putAll(call.arguments());
            call.told().ifPresent(told::add);
        }
        try {
            Compiled compiled = compile(snippet, arguments, more, folder);
            return new Compiled(compiled.anatomy, compiled.source, told, compiled.unused);
        } catch (Problems e) {
            throw new SnippetException(explained(asked, snippet, e));
        }
    }

    /**
     * Compiles a snippet; one whose value fits several methods of the black hole, once more with a variable for the
     * value.
     */
    private Compiled compile(Snippet snippet, Map<Field, String> arguments, List<Source> more, Path folder)
            throws Problems {
        try {
            return compile(snippet, arguments, more, folder, Sink::of);
        } catch (Problems e) {
            if (e.errors().stream().noneMatch(SnippetCompiler::isAmbiguous)) {
                throw e;
            }
            try {
                return compile(snippet, arguments, more, folder, Sink::variable);
            } catch (Problems again) {
                // Without a type of its own, as a lambda; the first errors say so better.
                throw e;
            }
        }
    }

    private static boolean isAmbiguous(Diagnostic<?> error) {
        return error.getCode().equals("compiler.err.ref.ambiguous")
                && error.getMessage(Locale.ROOT).contains("consume");
    }

    private Compiled compile(
            Snippet snippet,
            Map<Field, String> arguments,
            List<Source> more,
            Path folder,
            BiFunction<Snippet, List<String>, Sink> sinks)
            throws Problems {
        String imports = importLines(snippet);
        Inputs inputs = new Inputs(question.inputs());
        String header = imports + "\nclass " + Handover.CLASS + " {\n" + inputs.fields();
        Hooks hooks = new HookReader(snippet, header, javac).read();
        // What a hook calls result has a type only when it is known which reading is the right one.
        boolean looked = snippet.isResultUsed() && !hooks.declares(Hooks.RESULT);
        Snippet plain = looked ? snippet.after("").within(snippet.beforeAll(), "") : snippet;
        Optional<Problems> problems = Optional.empty();
        List<Generated> readings = readings(snippet, sinks.apply(snippet, List.of()));
        for (int right = 0; right < readings.size(); right++) {
            Anatomy anatomy = new Anatomy(
                    plain, imports, inputs, hooks, arguments, readings.get(right), Optional.empty(), new Generated());
            Generated text = anatomy.source();
            List<Diagnostic<? extends JavaFileObject>> errors = compile(text, more, folder);
            if (errors.isEmpty()) {
                return looked || question.check() == Check.SAME
                        ? keeping(snippet, anatomy, looked, right, more, folder, sinks)
                        : compiled(anatomy, text);
            }
            if (problems.isEmpty() || errors.size() < problems.get().errors().size()) {
                problems = Optional.of(new Problems(errors, text));
            }
        }
        throw problems.orElseThrow();
    }

    /** Compiles a snippet again, so that it keeps its value where somebody looks at it. */
    private Compiled keeping(
            Snippet snippet,
            Anatomy plain,
            boolean looked,
            int right,
            List<Source> more,
            Path folder,
            BiFunction<Snippet, List<String>, Sink> sinks)
            throws Problems {
        Optional<Field> result = looked
                ? resultType(snippet, plain, right, more).map(type -> new Field(type, Hooks.RESULT))
                : Optional.empty();
        List<String> fields = result.map(Field::name).stream().toList();
        Generated once = new Generated();
        if (question.check() == Check.SAME) {
            List<String> all = Stream.concat(fields.stream(), Stream.of(VALUE)).toList();
            once = readings(snippet, sinks.apply(snippet, all)).get(right);
        }
        Anatomy whole = new Anatomy(
                snippet,
                plain.imports(),
                plain.inputs(),
                plain.hooks(),
                plain.arguments(),
                readings(snippet, sinks.apply(snippet, fields)).get(right),
                result,
                once);
        Generated text = whole.source();
        List<Diagnostic<? extends JavaFileObject>> errors = compile(text, more, folder);
        if (!errors.isEmpty()) {
            throw new Problems(errors, text);
        }
        return compiled(whole, text);
    }

    private Optional<String> resultType(Snippet snippet, Anatomy plain, int right, List<Source> more) {
        Optional<String> accumulated = plain.hooks().worker().stream()
                .filter(field ->
                        field.name().equals(Hooks.LAST) && !snippet.accumulate().isBlank())
                .map(Field::type)
                .findFirst();
        if (accumulated.isPresent()) {
            return accumulated;
        }
        Anatomy typed = new Anatomy(
                plain.snippet(),
                plain.imports(),
                plain.inputs(),
                plain.hooks(),
                plain.arguments(),
                readings(snippet, Sink.typed()).get(right),
                Optional.empty(),
                new Generated());
        return ResultType.of(new Source(SOURCE, typed.source().text()), more, javac);
    }

    private List<Generated> readings(Snippet snippet, Sink sink) {
        return new SnippetReader(snippet, sink, javac).readings();
    }

    private List<Diagnostic<? extends JavaFileObject>> compile(Generated text, List<Source> more, Path folder) {
        List<Source> sources = new ArrayList<>(more);
        sources.add(new Source(SOURCE, text.text()));
        unused = List.of();
        return javac.compile(folder, sources, parsed -> unused = UnusedValues.of(parsed));
    }

    private Compiled compiled(Anatomy anatomy, Generated text) {
        return new Compiled(anatomy, BenchmarkSource.indented(text.text()), List.of(), unused);
    }

    private String importLines(Snippet snippet) {
        Set<String> lines = new LinkedHashSet<>();
        COMMON.forEach(name -> lines.add("import " + name + ";"));
        question.imports().forEach(name -> lines.add("import " + name + ";"));
        return String.join("\n", lines) + "\n"
                + SnippetReader.imports(snippet.text()).strip() + "\n";
    }

    private List<String> packages() {
        List<String> packages = new ArrayList<>(List.of("java.lang."));
        question.imports().stream()
                .filter(name -> name.endsWith(".*"))
                .forEach(name -> packages.add(name.substring(0, name.length() - 1)));
        COMMON.forEach(name -> packages.add(name.substring(0, name.length() - 1)));
        return packages;
    }

    private MethodReference.Call resolved(String reference) {
        URL[] urls = classPath.stream().map(SnippetCompiler::url).toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            return MethodReference.resolve(reference, loader, packages());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new SnippetException("--classpath " + entry + ": " + e.getMessage());
        }
    }

    static boolean isFile(String text) {
        String name = text.strip();
        return name.endsWith(".java") && name.indexOf('\n') < 0 && name.indexOf('(') < 0;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new SnippetException(
                    file + " cannot be read: " + (Files.exists(file) ? e.getMessage() : "there is no such file") + ".");
        }
    }

    /** Returns the class that a file holds, and how to call it; empty where the file holds statements. */
    private Optional<ClassFile> classFile(Path file, String text) {
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
        return Optional.of(new ClassFile(source, prefix + type.getSimpleName() + "." + method.get() + "()"));
    }

    private String explained(Snippet asked, Snippet snippet, Problems problems) {
        List<String> lines = new ArrayList<>();
        List<Diagnostic<? extends JavaFileObject>> errors = problems.errors().stream()
                .sorted(Comparator.comparing(d -> d.getPosition()))
                .toList();
        for (Diagnostic<? extends JavaFileObject> error : errors) {
            if (lines.size() < MOST_PROBLEMS) {
                lines.add(explained(snippet, error, problems.text()));
            }
        }
        String more = errors.size() > MOST_PROBLEMS
                ? " (the first " + MOST_PROBLEMS + " of " + errors.size() + " errors)"
                : "";
        return Snippet.quoted(asked.name()) + " does not compile" + more + System.lineSeparator()
                + lines.stream().distinct().collect(Collectors.joining(System.lineSeparator()))
                + Stream.concat(foldersOfJars(), ofAnother(snippet))
                        .map(hint -> System.lineSeparator() + hint)
                        .collect(Collectors.joining());
    }

    /** Returns what to write for each folder that was given where the jars in it were meant. */
    private Stream<String> foldersOfJars() {
        return question.classPath().stream()
                .filter(Files::isDirectory)
                .filter(SnippetCompiler::holdsJars)
                .map(folder -> "--classpath " + folder + " is a folder with jars, of which only class files are seen; '"
                        + folder.resolve("*") + "' names its jars.");
    }

    private static boolean holdsJars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".jar"));
        } catch (IOException e) {
            return false;
        }
    }

    private String explained(Snippet snippet, Diagnostic<? extends JavaFileObject> error, Generated text) {
        String message = Javac.message(error);
        JavaFileObject source = error.getSource();
        if (source != null && !source.getName().endsWith(SOURCE)) {
            try {
                String whole = source.getCharContent(true).toString();
                return Problem.at(source.getName().replaceFirst("^/+", ""), whole, (int) error.getPosition(), message)
                        .text();
            } catch (IOException e) {
                return source.getName() + ": " + message;
            }
        }
        Optional<Place> place = text.place(error.getPosition());
        if (place.isEmpty()) {
            return message + advice(error, message);
        }
        Part part = place.get().part();
        String where = part.option();
        return Problem.at(
                        where,
                        snippet.part(part),
                        place.get().offset(),
                        message + required(snippet, error, text) + advice(error, message))
                .text();
    }

    private String advice(Diagnostic<?> error, String message) {
        if (message.contains("preview feature")) {
            return ". Measure it with --enable-preview";
        }
        if (error.getCode().startsWith("compiler.err.doesnt.exist")) {
            return ". --classpath says where its classes are";
        }
        return "";
    }

    /** A name that only an option brings into being is missed together with the option. */
    private static String required(Snippet snippet, Diagnostic<?> error, Generated text) {
        if (!error.getCode().startsWith(NO_SYMBOL)) {
            return "";
        }
        String name = text.text().substring((int) error.getStartPosition(), (int) error.getEndPosition());
        if (name.equals(Hooks.GIVEN) && !(snippet.beforeAll() + snippet.before()).isBlank()) {
            return "; " + name + " is the value of a hook that is an expression";
        }
        if (name.equals(Hooks.RESULT) && isBehind(text, error)) {
            return "; " + name + " is what the snippet returns, and this one returns nothing";
        }
        for (Part part : List.of(Part.INIT, Part.INIT_WORKER, Part.ACCUMULATE, Part.BEFORE)) {
            if (name.equals(Hooks.value(part)) && snippet.part(part).isBlank()) {
                return "; " + name + " requires " + part.option();
            }
        }
        return "";
    }

    /** Returns what to know where a snippet has names in it that an option of another snippet declares. */
    private Stream<String> ofAnother(Snippet snippet) {
        List<Snippet> snippets = question.snippets();
        return Stream.of(Part.INIT, Part.INIT_WORKER)
                .filter(part -> snippet.part(part).isBlank())
                .flatMap(part -> IntStream.range(0, snippets.size())
                        .filter(i -> !Collections.disjoint(names(snippets.get(i).part(part)), names(snippet.text())))
                        .limit(1)
                        .mapToObj(i ->
                                "The " + part.option() + " '" + snippets.get(i).part(part) + "' belongs to snippet "
                                        + (i + 1) + " alone: the k-th one is that of the k-th snippet. " + part.option()
                                        + "-all is one for all snippets."));
    }

    /** Returns what may be names of variables. */
    private static Set<String> names(String text) {
        return VARIABLE.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(word -> !SourceVersion.isKeyword(word))
                .collect(Collectors.toSet());
    }

    private static boolean isBehind(Generated text, Diagnostic<?> error) {
        return text.place(error.getPosition())
                .filter(place -> place.part() == Part.AFTER || place.part() == Part.AFTER_ALL)
                .isPresent();
    }

    @Override
    public void close() {
        javac.close();
    }
}
