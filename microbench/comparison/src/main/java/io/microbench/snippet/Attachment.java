// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import io.microbench.async.Histogram;
import io.microbench.fork.ResultCheck;
import io.microbench.process.PrivateFolders;
import io.microbench.process.ProcFolder;
import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import io.microbench.snippet.Javac.Source;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.fork.AttachAgent;
import io.microbench.snippet.fork.AttachedSnippet;
import io.microbench.snippet.fork.CallLoop;
import io.microbench.snippet.fork.CallLoop.Measured;
import io.microbench.snippet.fork.SnippetCode;
import io.microbench.text.Durations;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A running JVM in which a snippet is measured in addition to its own work. The snippet is compiled here with the class
 * path of that JVM; there, an agent calls it for a limited time.
 */
public final class Attachment implements AutoCloseable {

    /** The release that the classes of this build are compiled for. */
    private static final int OLDEST = 17;

    /** The time limit for attaching; also added to the duration of the measurement. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * Replaces a class of JMH that checks the padding of black holes: it needs {@code sun.misc.Unsafe}, which modular
     * applications do not have, and for which newer JDKs print a warning.
     */
    private static final String UTILS = "package org.openjdk.jmh.util;\n"
            + "public class Utils { public static void check(Class<?> type, String field) {}"
            + " public static void check(Class<?> type, String... fields) {} }";

    private static final String DISABLED = "-XX:+DisableAttachMechanism";

    private final long pid;
    private final VirtualMachine jvm;
    private final Properties properties;
    private final int feature;

    private Attachment(long pid, VirtualMachine jvm) throws IOException {
        this.pid = pid;
        this.jvm = jvm;
        this.properties = jvm.getSystemProperties();
        this.feature = Integer.parseInt(property("java.specification.version").replaceFirst("^1\\.", ""));
    }

    /**
     * Attaches to a JVM.
     *
     * @throws SnippetException if the process is not a JVM, or attaching to it fails
     */
    public static Attachment to(long pid) {
        requireAttachable(pid);
        try {
            Attachment attachment =
                    answered(pid, PATIENCE, () -> new Attachment(pid, VirtualMachine.attach(Long.toString(pid))));
            if (attachment.feature < OLDEST) {
                attachment.close();
                throw new SnippetException("Process " + pid + " runs on Java " + attachment.feature + ": expected "
                        + OLDEST + " or newer.");
            }
            return attachment;
        } catch (ExecutionException e) {
            throw new SnippetException("Cannot attach to process " + pid + ": "
                    + Objects.requireNonNullElse(e.getCause(), e).getMessage()
                    + ". Expected a HotSpot JVM that was not started with " + DISABLED + ".");
        }
    }

    /** Checks the time to measure; throws {@link SnippetException} if it is too short or too long. */
    public static void requireTime(Duration time) {
        Microbench.InProcess.requireInRange("--time", time);
    }

    /** Returns the command line of a process, for a confirmation prompt. */
    public static String command(long pid) {
        return ProcessHandle.of(pid)
                .map(ProcessHandle::info)
                .flatMap(info -> info.commandLine().or(info::command))
                .orElse("unknown");
    }

    private static void requireAttachable(long pid) {
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() ->
                        new SnippetException("There is no process " + pid + ". 'jcmd' lists the JVMs of this user."));
        Optional<String> owner = process.info().user();
        Optional<String> own = ProcessHandle.current().info().user();
        if (owner.isPresent() && own.isPresent() && !owner.equals(own)) {
            throw new SnippetException("Process " + pid + " belongs to user " + owner.get()
                    + ", and this command runs as " + own.get() + ". Run it as " + owner.get() + ".");
        }
        if (!isJvm(pid)) {
            throw new SnippetException("Process " + pid
                    + process.info().command().map(name -> " (" + name + ")").orElse("")
                    + " is not a JVM. 'jcmd' lists the JVMs of this user.");
        }
        if (Arrays.asList(process.info().arguments().orElse(new String[0])).contains(DISABLED)) {
            throw new SnippetException("Process " + pid + " was started with " + DISABLED
                    + ". Start it without this argument to measure in it.");
        }
    }

    /** Returns whether a process has loaded HotSpot, or true if unknown. Attaching would kill any other process. */
    private static boolean isJvm(long pid) {
        Path libraries =
                ProcFolder.OF_THIS_MACHINE.root().resolve(Long.toString(pid)).resolve("maps");
        try (Stream<String> lines = Files.lines(libraries, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains("libjvm"));
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    /** Returns the main class or jar of the JVM, and its Java version. */
    public String description() {
        return property("sun.java.command").split(" ", 2)[0] + ", Java " + property("java.version");
    }

    /**
     * Measures a snippet; returns once nothing of it is left in the JVM, unless the result says otherwise.
     *
     * @param imports imports in addition to the common ones
     * @param classPath class path of the compiler, before the class path of the JVM
     * @param loaderOf a class whose loader finds the classes of the snippet; empty for the system class loader
     * @throws SnippetException if it does not compile, fails, or does not return in time
     */
    public Microbench.InProcess measure(
            Snippet snippet, List<String> imports, List<Path> classPath, String loaderOf, Duration time) {
        Question question = Question.of(snippet).withImports(imports).withClassPath(classPath);
        question.requireClassPath();
        try {
            Path folder = TemporaryFolders.create();
            try (ShutdownHook hook = ShutdownHook.of("microbench-attach", () -> TemporaryFolders.remove(folder))) {
                IntFunction<Optional<String>> lineOf =
                        compile(question, Files.createDirectory(folder.resolve(AttachAgent.CLASSES)));
                Files.writeString(folder.resolve(AttachedSnippet.TIME), time.toString());
                Files.writeString(folder.resolve(AttachAgent.LOADER_OF), loaderOf);
                Path agent = agent(folder);
                try {
                    load(agent, folder, time.plus(PATIENCE));
                } finally {
                    Files.deleteIfExists(agent);
                }
                return Microbench.InProcess.of(result(folder), time, lineOf);
            } finally {
                TemporaryFolders.remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot measure in process " + pid + " (" + e + ")", e);
        }
    }

    /** Compiles the snippet; returns the line of the snippet for each line of its class. */
    private IntFunction<Optional<String>> compile(Question question, Path classes) throws IOException {
        List<Path> classPath = new ArrayList<>(question.classPath());
        classPath.addAll(classPath());
        Variant there = new Variant(
                "", Optional.empty(), Math.min(feature, Runtime.version().feature()), List.of());
        Question single = question.withClassPath(classPath).withVariants(List.of(there));
        Snippet snippet = single.snippets().get(0);
        IntFunction<Optional<String>> lineOf;
        try (SnippetCompiler compiler = new SnippetCompiler(single)) {
            compiler.compile(snippet, classes);
            lineOf = line -> compiler.lineOf(snippet, line);
        } catch (SnippetException e) {
            throw feature <= Runtime.version().feature()
                    ? e
                    : new SnippetException(e.getMessage() + System.lineSeparator() + "Process " + pid + " runs on Java "
                            + feature + ", and this command on "
                            + Runtime.version().feature()
                            + ", whose compiler cannot read newer classes. Set JAVA_HOME to a JDK " + feature + ".");
        }
        Stream<Class<?>> needed =
                Stream.of(AttachedSnippet.class, CallLoop.class, SnippetCode.class, ResultCheck.class, Histogram.class);
        for (Class<?> type : needed.toList()) {
            copyAll(type, classes);
        }
        for (Class<?> type = Blackhole.class; type != Object.class; type = type.getSuperclass()) {
            copy(type.getName(), classes);
        }
        copy(Blackhole.class.getName() + "$1", classes);
        try (Javac javac = Javac.open(List.of(), false, OptionalInt.of(OLDEST))) {
            javac.compile(classes, new Source("Utils.java", UTILS), List.of(), parsed -> {});
        }
        return lineOf;
    }

    /** Returns the class path and the modules of the application; snippets see only exported classes of modules. */
    private List<Path> classPath() throws IOException {
        Path folder = Path.of(property("user.dir"));
        List<Path> all = new ArrayList<>();
        entries("java.class.path").forEach(entry -> all.add(folder.resolve(entry)));
        for (String entry : entries("jdk.module.path")) {
            Path place = folder.resolve(entry);
            all.add(place);
            if (Files.isDirectory(place) && !Files.exists(place.resolve("module-info.class"))) {
                try (Stream<Path> modules = Files.list(place)) {
                    modules.forEach(all::add);
                }
            }
        }
        return all;
    }

    private List<String> entries(String property) {
        return Stream.of(property(property).split(Pattern.quote(File.pathSeparator), -1))
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    private String property(String name) {
        return properties.getProperty(name, "");
    }

    /**
     * Writes the agent's jar. All measurements in a JVM use the same path, because the JVM appends each agent to its
     * class path, and keeps the first one open.
     */
    private Path agent(Path folder) throws IOException {
        Optional<Path> cache = PrivateFolders.cache(System.getenv(), System.getProperties());
        Path own = cache.orElse(folder);
        PrivateFolders.create(own);
        Path jar = own.resolve("agent-" + pid + ".jar").toAbsolutePath();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", AttachAgent.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = classFile(AttachAgent.class.getName())) {
            out.putNextEntry(new JarEntry(path(AttachAgent.class.getName())));
            in.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }

    private static void copyAll(Class<?> type, Path classes) throws IOException {
        copy(type.getName(), classes);
        for (Class<?> nested : type.getDeclaredClasses()) {
            copyAll(nested, classes);
        }
    }

    private static void copy(String type, Path classes) throws IOException {
        Path file = classes.resolve(path(type));
        Files.createDirectories(file.getParent());
        try (InputStream in = classFile(type)) {
            Files.copy(in, file);
        }
    }

    private static InputStream classFile(String type) throws IOException {
        InputStream in = Attachment.class.getClassLoader().getResourceAsStream(path(type));
        if (in == null) {
            throw new IOException("There is no class file of " + type);
        }
        return in;
    }

    private static String path(String type) {
        return type.replace('.', '/') + ".class";
    }

    /** Loads the agent, which returns when it has measured. */
    private void load(Path jar, Path folder, Duration longest) {
        try {
            answered(pid, longest, () -> {
                jvm.loadAgent(jar.toString(), folder.toString());
                return jar;
            });
        } catch (ExecutionException e) {
            throw refused(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    /** Returns the result of a request to the JVM, or gives up if the JVM does not answer in time. */
    private static <T> T answered(long pid, Duration longest, Callable<T> request) throws ExecutionException {
        FutureTask<T> task = new FutureTask<>(request);
        Thread thread = new Thread(task, "microbench-attach");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SnippetException("Process " + pid + " did not answer within " + Durations.text(longest)
                    + ". Check whether it is suspended.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SnippetException("Interrupted while waiting for process " + pid + ".");
        }
    }

    private SnippetException refused(Throwable cause) {
        // A killed process remains, with no libraries mapped, until its parent has read its exit code.
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty() || !isJvm(pid)) {
            return new SnippetException("Process " + pid + " ended during the measurement.");
        }
        String reason = String.valueOf(cause.getMessage()).replaceFirst("\\.$", "");
        return new SnippetException(
                cause instanceof AgentLoadException || cause instanceof AgentInitializationException
                        ? "Process " + pid + " refuses the agent: " + reason
                                + ". Expected a JVM with the module java.instrument and without"
                                + " -XX:-EnableDynamicAgentLoading."
                        : "Process " + pid + " has ended or closed the connection during the measurement (" + reason
                                + "). Look for it with 'jcmd', and attach again.");
    }

    private Measured result(Path folder) throws IOException {
        Path defect = folder.resolve(AttachAgent.DEFECT);
        if (Files.exists(defect)) {
            throw new SnippetException("The agent failed in process " + pid + ": " + Files.readString(defect) + ".");
        }
        Path result = folder.resolve(AttachAgent.RESULT);
        if (!Files.exists(result)) {
            throw new SnippetException("Process " + pid + " wrote no result: it cannot write to " + folder
                    + ", or uses another file system, as in a container.");
        }
        return Measured.read(result);
    }

    @Override
    public void close() {
        try {
            jvm.detach();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
