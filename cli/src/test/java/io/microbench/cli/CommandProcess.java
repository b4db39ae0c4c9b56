// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The command in a separate JVM, with the flags of its launcher. */
final class CommandProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 600;

    private static final List<String> BRIEFLY = List.of(
            "--samples", "1", "--sample-duration", "20ms", "--warmup", "1", "--jvm-arg", "-XX:TieredStopAtLevel=1");

    /** The output and the exit code of the command. */
    record Outcome(int status, String out, String err) {

        /** Returns standard error without warnings, which depend on how busy the machine is. */
        List<String> lines() {
            return err.lines().filter(line -> !line.startsWith("WARNING: ")).toList();
        }

        /** Returns the cells of the row whose first cell begins with the given text. */
        List<String> row(String name) {
            return out.lines()
                    .filter(line -> line.startsWith(name + "  "))
                    .findFirst()
                    .map(line -> List.of(line.substring(name.length()).strip().split(" {2,}", -1)))
                    .orElseThrow(() -> new AssertionError("no row " + name + " in\n" + out + err));
        }

        /** Returns the nanoseconds of a call, from the given cell. */
        double nanos(String name, int cell) {
            String[] words = row(name).get(cell).split(" ", -1);
            double unit =
                    switch (words[1]) {
                        case "ns" -> 1;
                        case "µs" -> 1e3;
                        case "ms" -> 1e6;
                        case "s" -> 1e9;
                        default -> throw new AssertionError(words[1]);
                    };
            return Double.parseDouble(words[0].replace(",", "")) * unit;
        }
    }

    private final Process process;
    private final Path out;
    private final Path err;

    private CommandProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static CommandProcess start(Path folder, List<String> properties, String... arguments) throws IOException {
        return start(folder, properties, Map.of(), arguments);
    }

    static CommandProcess start(
            Path folder, List<String> properties, Map<String, String> environment, String... arguments)
            throws IOException {
        return startOn(Files.createTempFile(folder, "out", ".txt"), folder, properties, environment, arguments);
    }

    /** Starts the command with its standard output to the given file. */
    static CommandProcess startOn(
            Path out, Path folder, List<String> properties, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Djmh.ignoreLock=true"));
        command.add("-Dnative.encoding=UTF-8");
        if (Runtime.version().feature() >= 24) {
            // Like the launcher: otherwise the command's own JVM prints a warning about JMH.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(properties);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Path err = Files.createTempFile(folder, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        return new CommandProcess(process, out, err);
    }

    /** Measures snippets as briefly as possible. */
    static Outcome measure(Path folder, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(BRIEFLY);
        return run(folder, all.toArray(String[]::new));
    }

    /** Measures snippets as briefly as possible, with the given text on standard input. */
    static Outcome measurePiped(Path folder, String input, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(BRIEFLY);
        try (CommandProcess command = start(folder, List.of(), all.toArray(String[]::new))) {
            try (OutputStream piped = command.process().getOutputStream()) {
                piped.write(input.getBytes(StandardCharsets.UTF_8));
            }
            return command.await();
        }
    }

    /** Runs the command in this JVM; relative paths are relative to this JVM's working directory. */
    static Outcome runHere(String... arguments) {
        TestConsole console = new TestConsole();
        int status = console.run(arguments);
        return new Outcome(status, console.out(), String.join("\n", console.errors()));
    }

    /** Measures snippets as briefly as possible with the command in this JVM. */
    static Outcome measureHere(String... arguments) {
        return runHere(Stream.concat(Stream.of(arguments), BRIEFLY.stream()).toArray(String[]::new));
    }

    static Outcome run(Path folder, String... arguments) throws Exception {
        try (CommandProcess command = start(folder, List.of(), arguments)) {
            return command.await();
        }
    }

    Process process() {
        return process;
    }

    Outcome await() throws Exception {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s: " + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Returns its standard output so far. */
    String printed() {
        return read(out);
    }

    /** Returns its standard error so far. */
    String errors() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles a class into a folder, replacing an older one; its name may have a package. */
    static void compile(Path classes, String className, String source) throws IOException {
        Path file = Files.createDirectories(classes.resolveSibling("src"))
                .resolve(className.substring(className.lastIndexOf('.') + 1) + ".java");
        Files.writeString(file, source);
        compile(classes, file);
    }

    /** Compiles files on the class path of this JVM, to a folder, which is created if it does not exist. */
    static void compile(Path classes, Path... files) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                Files.createDirectories(classes).toString()));
        Stream.of(files).map(Path::toString).forEach(arguments::add);
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new AssertionError(List.of(files) + " cannot be compiled; standard error has the messages");
        }
    }

    /** The test classes of this module, which contain benchmarks; JMH and the harness are added automatically. */
    static String fixtures() {
        return Path.of(CountingFixture.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    static void awaitEnd(List<ProcessHandle> processes) throws InterruptedException {
        await(
                "the end of all processes",
                () -> processes.stream().noneMatch(ProcessHandle::isAlive) ? Optional.of(true) : Optional.empty());
    }

    /** Waits until a fork measures, and returns all processes. */
    List<ProcessHandle> awaitFork() throws InterruptedException {
        return await("a fork", () -> {
            List<ProcessHandle> all = process.descendants().toList();
            return all.stream().anyMatch(p -> p.info().commandLine().orElse("").contains("ForkedMain"))
                    ? Optional.of(all)
                    : Optional.empty();
        });
    }

    static <T> T await(String what, Supplier<Optional<T>> supplier) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            Optional<T> found = supplier.get();
            if (found.isPresent()) {
                return found.get();
            }
            Thread.sleep(20);
        }
        throw new AssertionError("waited in vain for " + what);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
