// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A child JVM with this JVM's class path, started and ended by a test. */
public final class JavaChild implements AutoCloseable {

    /** For a JVM whose children are too short-lived for C2, and whose numbers are not used. */
    private static final Map<String, String> BRIEF_CHILDREN =
            Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

    private final Process process;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Thread reader;

    private JavaChild(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts {@code main} with a separate folder for temporary files, so that it shares no lock with other processes.
     */
    public static JavaChild start(Class<?> main, Path temporary, String... arguments) throws IOException {
        return start(main, temporary, System.getProperty("java.class.path"), Map.of(), arguments);
    }

    /** Starts {@code main}, whose forks and nodes are too short-lived for C2 and whose numbers are not used. */
    public static JavaChild startWithBriefChildren(Class<?> main, Path temporary, String... arguments)
            throws IOException {
        return start(main, temporary, System.getProperty("java.class.path"), BRIEF_CHILDREN, arguments);
    }

    /** Starts {@code main} on another class path and with more environment variables. */
    public static JavaChild start(
            Class<?> main, Path temporary, String classPath, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(withInterrupts());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder process =
                new ProcessBuilder(command).redirectErrorStream(true).directory(new File(temporary.toString()));
        process.environment().putAll(environment);
        return new JavaChild(process.start());
    }

    /**
     * Returns the first words of a command whose process obeys SIGINT. A build that a shell runs in the background
     * ignores it, and so does each JVM that it starts.
     */
    public static List<String> withInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean ignored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
        return ignored ? List.of("env", "--default-signal=INT") : List.of();
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("output lost: " + e);
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits for a line of its output. */
    public void awaitLine(Predicate<String> wanted) throws InterruptedException {
        Eventually.within(120, "a line of " + handle().pid() + " in " + lines, () -> lines().stream()
                .anyMatch(wanted));
    }

    /** Writes a line to its standard input. */
    public void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Sends a signal by name, as a shell does. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }

    public int awaitEnd() throws InterruptedException {
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            throw new AssertionError("Still running: " + lines());
        }
        reader.join();
        return process.exitValue();
    }

    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }
}
