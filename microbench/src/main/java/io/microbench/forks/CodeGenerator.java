// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.plan.GeneratedCode;
import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.generators.core.BenchmarkGenerator;
import org.openjdk.jmh.generators.core.ClassInfo;
import org.openjdk.jmh.generators.core.FieldInfo;
import org.openjdk.jmh.generators.core.FileSystemDestination;
import org.openjdk.jmh.generators.core.MetadataInfo;
import org.openjdk.jmh.generators.core.MethodInfo;
import org.openjdk.jmh.generators.core.SourceError;
import org.openjdk.jmh.generators.reflection.RFGeneratorSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.CompilerHints;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.util.Version;

/**
 * Generates and compiles the code that JMH measures, for benchmark classes that were compiled without JMH's annotation processor.
 *
 * <p>JMH's own generator reads the classes by reflection, without initializing them, and writes the same sources as the processor. javac
 * compiles them into a folder below the build folder. Its name is a digest of the sources, so the next run finds it if nothing has changed.
 */
public final class CodeGenerator {

    private static final String FOLDER = "microbench-generated";
    private static final Set<String> BUILD_FOLDERS = Set.of("target", "build", "out", "bin");
    private static final String LIST = BenchmarkList.BENCHMARK_LIST.substring(1);
    private static final String HINTS = CompilerHints.LIST.substring(1);
    private static final Duration WORTH_A_LINE = Duration.ofSeconds(2);
    private static final int DIGEST_DIGITS = 16;

    /** The difference between a class file version and its Java version. */
    private static final int CLASS_FILES = 44;

    private static final int OLDEST_JAVA = 8;
    private static final byte PREVIEW = -1;

    private final Map<Class<?>, String> problems = new LinkedHashMap<>();
    private final Map<Class<?>, GeneratedFiles> generated = new LinkedHashMap<>();

    CodeGenerator() {}

    /**
     * Generates the missing code of benchmark classes, so that forks of this JVM find it.
     *
     * @return the reasons why classes cannot be measured, by class; never for a class whose benchmarks are listed by
     *     JMH's annotation processor
     * @throws UncheckedIOException if the code cannot be written
     */
    public static Map<Class<?>, String> complete(Collection<Class<?>> types) {
        long start = System.nanoTime();
        CodeGenerator generator = new CodeGenerator();
        List<Class<?>> unlisted = GeneratedCode.ofJmh().unlisted(types);
        generator.folder(unlisted, ToolProvider.getSystemJavaCompiler()).ifPresent(GeneratedCode::add);
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        if (time.compareTo(WORTH_A_LINE) > 0) {
            System.out.println("# Generated the code of " + Counted.of(unlisted.size(), "class", "classes") + " in "
                    + Durations.text(time) + " because JMH's annotation processor did not.");
        }
        return generator.problems;
    }

    /** Returns the folder with the code of these classes; empty if all of them have a problem, or if there is no compiler. */
    Optional<Path> folder(Collection<Class<?>> types, @Nullable JavaCompiler compiler) {
        types.forEach(this::generate);
        if (compiler == null) {
            generated.keySet().forEach(type -> problems.put(type, withoutCompiler(type)));
            return Optional.empty();
        }
        try {
            Optional<Path> folder = Optional.empty();
            while (folder.isEmpty() && !generated.isEmpty()) {
                folder = compile(compiler);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("The code of benchmarks cannot be generated (" + e + ")", e);
        }
    }

    /** Returns why classes cannot be measured. */
    Map<Class<?>, String> problems() {
        return problems;
    }

    /** Returns the JMH rule that a class with {@code @Benchmark} methods breaks; empty if it breaks none. */
    public static Optional<String> brokenRule(Class<?> type) {
        CodeGenerator generator = new CodeGenerator();
        generator.generate(type);
        return Optional.ofNullable(generator.problems.get(type));
    }

    /**
     * Makes the generated code visible to a runner: JMH searches only the class path with which this JVM was started.
     *
     * @throws RunnerException if this version of JMH does not have the fields of 1.37
     */
    static void showTo(Runner runner) throws RunnerException {
        Optional<Path> hints = GeneratedCode.added().map(folder -> folder.resolve(HINTS));
        if (hints.isEmpty()) {
            return;
        }
        try {
            set(
                    Runner.class,
                    "list",
                    runner,
                    BenchmarkList.fromString(GeneratedCode.ofJmh().text()));
            set(
                    CompilerHints.class,
                    "defaultList",
                    null,
                    CompilerHints.fromFile(hints.get().toString()));
            set(CompilerHints.class, "hintsFile", null, null);
        } catch (ReflectiveOperationException e) {
            throw new RunnerException(e);
        }
    }

    private static void set(Class<?> type, String name, @Nullable Object target, @Nullable Object value)
            throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(target, value);
    }

    private static String withoutCompiler(Class<?> type) {
        return type.getName() + " was compiled without JMH's annotation processor, and this JVM ("
                + System.getProperty("java.home")
                + ") has no compiler for the code that JMH needs. Run the build with a JDK,"
                + " or add the processor to the pom:\n" + GeneratedCode.processorPom();
    }

    private void generate(Class<?> type) {
        GeneratedFiles files = new GeneratedFiles();
        RFGeneratorSource source = new RFGeneratorSource();
        source.processClasses(type);
        try {
            BenchmarkGenerator generator = new BenchmarkGenerator();
            generator.generate(source, files);
            generator.complete(source, files);
        } catch (LinkageError e) {
            files.printError(type.getName() + " cannot be read by JMH's generator (" + e
                    + "). Give jmh-generator-reflection the version of jmh-core: " + Version.getPlainVersion() + ".");
        }
        if (files.hasErrors()) {
            problems.put(
                    type,
                    files.getErrors().stream().map(SourceError::getMessage).collect(Collectors.joining("\n")));
        } else {
            generated.put(type, files);
        }
    }

    /**
     * Returns the folder with the compiled code; empty if javac rejected the code of a class, which is recorded as a
     * problem.
     */
    private Optional<Path> compile(JavaCompiler compiler) throws IOException {
        Class<?> first = generated.keySet().iterator().next();
        List<String> arguments = arguments(first);
        Path home = home(first).toAbsolutePath();
        Path folder = home.resolve(digest(arguments));
        if (Files.isDirectory(folder)) {
            return Optional.of(folder);
        }
        Path unfinished = TemporaryFolders.createIn(home);
        try {
            arguments.addAll(List.of("-d", unfinished.toString(), "-cp", classPath(first)));
            DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
            List<Source> sources = new ArrayList<>();
            sources().forEach((name, text) -> sources.add(new Source(name, text)));
            if (!compiler.getTask(null, null, found, arguments, null, sources).call()) {
                recordError(found.getDiagnostics());
                return Optional.empty();
            }
            Files.createDirectories(unfinished.resolve(LIST).resolveSibling("."));
            Files.write(unfinished.resolve(LIST), lines(LIST).toList());
            Files.write(unfinished.resolve(HINTS), hints().toList());
            WholeFile.publish(unfinished, folder);
        } catch (IOException e) {
            // Another run may have created the folder meanwhile.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        } finally {
            TemporaryFolders.remove(unfinished);
        }
        return Optional.of(folder);
    }

    private void recordError(List<Diagnostic<? extends JavaFileObject>> found) {
        Diagnostic<? extends JavaFileObject> error = found.stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .orElseThrow();
        Class<?> rejected = generated.entrySet().stream()
                .filter(each -> error.getSource() instanceof Source source
                        && each.getValue().sources.containsKey(source.name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(generated.keySet().iterator().next());
        generated.remove(rejected);
        problems.put(
                rejected,
                rejected.getName() + ": javac rejects the code that JMH generated for it: "
                        + error.getMessage(Locale.ROOT));
    }

    /** Returns the sources by the names of their classes; benchmarks that share a state class share some sources. */
    Map<String, String> sources() {
        Map<String, String> all = new TreeMap<>();
        generated.values().forEach(files -> files.sources.forEach((name, text) -> all.put(name, text.toString())));
        return all;
    }

    /** Lists the lines of a resource of all classes. */
    private Stream<String> lines(String resource) {
        return generated.values().stream()
                .flatMap(files -> Stream.ofNullable(files.resources.get(resource)))
                .flatMap(bytes -> bytes.toString(StandardCharsets.UTF_8).lines())
                .distinct()
                .sorted();
    }

    /** Returns all hints in one list, because JMH reads only one file. */
    private Stream<String> hints() {
        return Stream.concat(GeneratedCode.ofJmh().hints().stream(), lines(HINTS))
                .distinct();
    }

    private String digest(List<String> arguments) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Stream.of(arguments.stream(), lines(LIST), hints())
                    .flatMap(each -> each)
                    .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
            sources().forEach((name, text) -> digest.update((name + text).getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the javac arguments that produce class files of the benchmarks' version. */
    private static List<String> arguments(Class<?> type) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none", "-encoding", "UTF-8"));
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            byte[] start = in == null ? new byte[0] : in.readNBytes(8);
            if (start.length > 0) {
                String version = String.valueOf(Math.max(OLDEST_JAVA, start[7] - CLASS_FILES));
                arguments.addAll(List.of("-source", version, "-target", version));
                if (start[4] == PREVIEW) {
                    arguments.add("--enable-preview");
                }
            }
        }
        return arguments;
    }

    private static String classPath(Class<?> type) {
        List<String> classPath = new ArrayList<>(SubstituteClassPath.files(type.getClassLoader()));
        classPath.add(System.getProperty("java.class.path", ""));
        classPath.add(System.getProperty("jdk.module.path", ""));
        return String.join(File.pathSeparator, classPath);
    }

    /** Returns a folder in the build folder of a class, or a temporary folder if the build folder is not writable. */
    private static Path home(Class<?> type) throws IOException {
        Optional<Path> classes = HarnessPath.location(type).map(Path::of);
        for (Path each = classes.orElse(null); each != null; each = each.getParent()) {
            Path name = each.getFileName();
            if (name != null && BUILD_FOLDERS.contains(name.toString()) && Files.isWritable(each)) {
                return Files.createDirectories(each.resolve(FOLDER));
            }
        }
        Path temporary = TemporaryFolders.create();
        ShutdownHook.of("microbench-generated", () -> TemporaryFolders.remove(temporary));
        return temporary;
    }

    /** The code that JMH generated for one class: sources by the names of their classes, and resources by their paths. */
    private static final class GeneratedFiles extends FileSystemDestination {

        private final Map<String, StringWriter> sources = new TreeMap<>();
        private final Map<String, ByteArrayOutputStream> resources = new TreeMap<>();

        GeneratedFiles() {
            super(new File(""), new File(""));
        }

        @Override
        public void printError(String message, MetadataInfo element) {
            printError(name(element) + ": " + message);
        }

        @Override
        public void printError(String message, Throwable cause) {
            printError(message + " " + cause);
        }

        private static String name(MetadataInfo element) {
            if (element instanceof ClassInfo type) {
                return type.getQualifiedName();
            }
            if (element instanceof MethodInfo method) {
                return name(method.getDeclaringClass()) + "." + method.getName();
            }
            return element instanceof FieldInfo field
                    ? name(field.getDeclaringClass()) + "." + field.getName()
                    : element.toString();
        }

        @Override
        public Writer newClass(String name, String origin) {
            return sources.computeIfAbsent(name, missing -> new StringWriter());
        }

        @Override
        public OutputStream newResource(String path) {
            return resources.computeIfAbsent(path, missing -> new ByteArrayOutputStream());
        }

        @Override
        public InputStream getResource(String path) throws IOException {
            throw new FileNotFoundException(path);
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String name;
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
