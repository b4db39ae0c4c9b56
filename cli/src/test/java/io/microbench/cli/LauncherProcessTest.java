// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.LocalForks;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Starts the command with its launcher, installed as by a build. */
@Tag("processes")
@Tag("jdk")
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherProcessTest {

    private static final String QUOTES_AND_SIGNS = "two words 'single' \"double\" $HOME `x` 100% #1 a+b";

    /** Database servers, which other tests need, are larger. */
    private static final long LARGE = 5L << 20;

    private final Path root;
    private final Path launcher;
    private final Map<String, String> environment = new TreeMap<>();

    LauncherProcessTest(@TempDir Path temporary) throws IOException {
        root = Files.createDirectory(temporary.resolve(QUOTES_AND_SIGNS + beyondAscii()));
        launcher = install(root.resolve("installation"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HOME", Files.createDirectory(root.resolve("home")).toString());
        environment.put("TMPDIR", Files.createDirectory(root.resolve("tmp")).toString());
        Files.createDirectory(root.resolve("work"));
    }

    /** Returns non-ASCII letters, unless file names in the JVM's locale cannot contain them. */
    private static String beyondAscii() {
        boolean known = Charset.forName(System.getProperty("sun.jnu.encoding")).equals(StandardCharsets.UTF_8);
        return known ? " ümlaut 雪" : "";
    }

    @Test
    void worksInFoldersWithBlanksQuotesAndUnicode() throws Exception {
        CommandProcess.compile(root.resolve("classes"), "p.Thing", """
                package p;
                public class Thing {
                    public static int twice(int x) {
                        return 2 * x;
                    }
                }
                """);

        assertThat(measure("p.Thing.twice(21)", "--classpath", "../classes")).contains("p.Thing.twice(21)");
        awaitArchives(root.resolve("home/.cache/microbench"));
        assertThat(measure("p.Thing.twice(23)", "--classpath", "../classes")).contains("p.Thing.twice(23)");

        environment.put("XDG_CACHE_HOME", root.resolve("cache").toString());
        Path tmp = Files.createDirectories(root.resolveSibling("tmp of mine" + beyondAscii()));
        environment.put("JDK_JAVA_OPTIONS", "\"-Djava.io.tmpdir=" + tmp + "\"");
        assertThat(measure(
                        "p.Thing.twice(22)",
                        "--classpath",
                        root.resolve("classes").toString()))
                .contains("p.Thing.twice(22)");
        awaitArchives(root.resolve("cache/microbench"));
        assertThat(root.resolve("cache/microbench/snippets")).isDirectory();
    }

    @Test
    void runsASuiteWithOneEntryInItsOwnJvm() throws Exception {
        CommandProcess.compile(root.resolve("suite"), "p.Doubling", """
                package p;
                public class Doubling {
                    @org.openjdk.jmh.annotations.Benchmark
                    public int twice() {
                        return 2 * hashCode();
                    }
                }
                """);
        environment.put("MICROBENCH_NO_CACHE", "1");

        // An argument that the launcher passes only to the command's JVM.
        assertThat(recordOf("run", "../suite")).contains("\"-Xlog:disable\"");
        assertThat(recordOf("run", "../suite", "-cp", ".")).doesNotContain("-Xlog:disable");
    }

    /** Runs a short fork and returns its record, with the JVM arguments of the host JVM. */
    private String recordOf(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-Dforks=1", "-DwarmupIterations=0", "-DmeasureIterations=1"));
        all.addAll(List.of("-Dmicrobench.measurementTime=10ms", "--output", "record"));
        Outcome outcome = run(all.toArray(String[]::new));
        assertThat(outcome.status).as(outcome.printed).isZero();
        try (Stream<Path> runs = Files.list(root.resolve("work/record"))) {
            Path newest = runs.max(Comparator.naturalOrder()).orElseThrow();
            return Files.readString(newest.resolve("run.json"));
        }
    }

    @Test
    void ignoresACacheThatOthersMayWriteTo() throws Exception {
        Path cache = Files.createDirectories(root.resolve("home/.cache/microbench"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxr-x"));

        Outcome outcome = run("--version");

        assertThat(outcome.status).isZero();
        assertThat(outcome.printed)
                .contains("microbench: WARNING: " + cache + " belongs to another user or others may write to it")
                .contains("chmod go-w");
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files).isEmpty();
        }
    }

    private record Outcome(int status, String printed) {}

    private String measure(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--samples", "1", "--sample-duration", "10ms", "--warmup", "1"));
        Outcome outcome = run(all.toArray(String[]::new));
        assertThat(outcome.status).as(outcome.printed).isZero();
        return outcome.printed;
    }

    private Outcome run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        Path printed = Files.createTempFile(root, "printed", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.resolve("work").toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().remove("XDG_CACHE_HOME");
        builder.environment().putAll(environment);
        // Does not wait for other benchmarks on this machine.
        builder.environment().put("MICROBENCH_OPTS", "-Djmh.ignoreLock=true");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            return new Outcome(process.exitValue(), Files.readString(printed));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Waits for the archives, which are created after the command has ended, under a lock that is removed last. */
    private static void awaitArchives(Path cache) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        for (String[] names = {};
                names.length != 3 || !Stream.of(names).allMatch(name -> name.matches(".*\\.jsa(\\.sums)?")); ) {
            assertThat(System.nanoTime())
                    .as(() -> String.join(" ", cache.toFile().list()))
                    .isLessThan(deadline);
            Thread.sleep(50);
            names = cache.toFile().list((folder, name) -> !name.equals("snippets"));
        }
        assertThat(archives(cache)).hasSize(2);
    }

    private static List<Path> archives(Path cache) throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }

    /** Installs the launcher and jars like the assembly, and returns the launcher. */
    private static Path install(Path home) throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        StringJoiner classPath = new StringJoiner(" ");
        StringTokenizer entries = new StringTokenizer(System.getProperty("java.class.path"), File.pathSeparator);
        while (entries.hasMoreTokens()) {
            Path entry = Path.of(entries.nextToken()).toAbsolutePath();
            if (Files.isRegularFile(entry) && Files.size(entry) < LARGE) {
                Files.copy(entry, lib.resolve(entry.getFileName()));
                classPath.add(entry.getFileName().toString());
            } else if (Files.exists(entry.resolve(LocalForks.class.getName().replace('.', '/') + ".class"))) {
                jar("--create", "--file", lib.resolve("microbench.jar").toString(), "-C", entry.toString(), ".");
                classPath.add("microbench.jar");
            }
        }
        Path manifest = Files.writeString(
                home.resolve("manifest.txt"),
                "Main-Class: " + Main.class.getName() + "\n" + wrapped("Class-Path: " + classPath) + "\n");
        String own = Path.of(Main.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
        jar(
                "--create",
                "--file",
                lib.resolve("microbench-cli.jar").toString(),
                "--manifest",
                manifest.toString(),
                "-C",
                own,
                ".");
        Path launcher = Files.createDirectories(home.resolve("bin")).resolve("microbench");
        Files.copy(Path.of(System.getProperty("basedir", ""), "src/main/launcher/microbench"), launcher);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return launcher;
    }

    /** Wraps a line of a manifest after 72 bytes. */
    private static String wrapped(String line) {
        StringBuilder wrapped = new StringBuilder();
        for (int i = 0; i < line.length(); i += 70) {
            wrapped.append(i == 0 ? "" : "\n ").append(line, i, Math.min(line.length(), i + 70));
        }
        return wrapped.toString();
    }

    private static void jar(String... arguments) {
        assertThat(ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, arguments))
                .isZero();
    }
}
