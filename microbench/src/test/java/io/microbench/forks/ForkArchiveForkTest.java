// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.ArchivedForks;
import io.microbench.run.Jars;
import io.microbench.run.JavaChild;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real forks on a class path as a user's build has it: folders first, the harness a jar. */
@Tag("processes")
@Tag("jdk")
class ForkArchiveForkTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /** Paths are arguments of JVMs; none may be split at a blank or lose its quotes. */
    private static final String ODD = "two words 'single' \"double\"";

    @TempDir
    static Path shared;

    private static String classPath = "";

    @TempDir
    Path temporary;

    @BeforeAll
    static void packHarness() throws IOException {
        Path folder =
                Path.of(HarnessPath.location(ForkRehearsal.class.getName()).orElseThrow());
        Path jar = Jars.of(Files.createDirectory(shared.resolve(ODD)).resolve("harness.jar"), folder);
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            entries.add(Path.of(entry).equals(folder) ? jar.toString() : entry);
        }
        assertThat(entries).contains(jar.toString());
        classPath = String.join(File.pathSeparator, entries);
    }

    private List<String> facts(Path cache, String... arguments) throws IOException, InterruptedException {
        return facts(classPath, cache, arguments);
    }

    private List<String> facts(String classPath, Path cache, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(temporary.resolve("runs").toString()));
        all.addAll(List.of(arguments));
        try (JavaChild host = JavaChild.start(
                ArchivedForks.class,
                temporary,
                classPath,
                Map.of("XDG_CACHE_HOME", cache.toString()),
                all.toArray(String[]::new))) {
            assertThat(host.awaitEnd()).as(() -> host.lines().toString()).isZero();
            assertThat(host.lines()).noneMatch(line -> line.contains("[cds") || line.contains("[aot"));
            assertThat(host.lines()).doesNotContain("The class path was not put back");
            return host.lines().stream()
                    .filter(line -> line.startsWith(ArchivedForks.FACT))
                    .map(line -> line.substring(ArchivedForks.FACT.length()))
                    .toList();
        }
    }

    /** Only Linux says which files a process has mapped. */
    private static String used() {
        return Files.exists(Path.of("/proc/self/maps")) ? "used" : "asked for";
    }

    private static List<Path> archives(Path cache) throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("microbench"))) {
            return files.toList();
        }
    }

    @Test
    void forksStartFromAnArchiveThatIsMadeOnce() throws IOException, InterruptedException {
        Path cache = temporary.resolve(ODD);

        assertThat(facts(cache, "4")).hasSize(4).allMatch(fact -> fact.startsWith("none of [] with"));
        assertThat(cache.resolve("microbench")).doesNotExist();

        List<String> first = facts(cache, "5", "-Dx=y");
        assertThat(first).hasSize(5).allMatch(fact -> fact.startsWith(used() + " of [-Dx=y] with -Dx=y"));
        assertThat(first)
                .noneMatch(fact -> fact.contains("-XX:Shared") || fact.contains("-Xlog") || fact.contains("-Xsh"));
        Path archive = archives(cache).get(0);
        assertThat(archives(cache)).hasSize(1);

        assertThat(facts(cache, "1")).singleElement().asString().startsWith(used() + " of []");
        assertThat(facts(cache, "1", "-Xshare:off")).singleElement().asString().startsWith("none of [-Xshare:off]");

        byte[] damaged = Files.readAllBytes(archive);
        damaged[damaged.length / 2]++;
        Files.delete(archive);
        Files.write(archive, damaged);
        assertThat(facts(cache, "1")).singleElement().asString().startsWith("none of []");
        assertThat(archive).doesNotExist();
    }

    /** As in a reactor that builds the harness and goes no further than {@code test}. */
    @Test
    void aHarnessThatIsAFolderIsPackedOnce() throws IOException, InterruptedException {
        Path cache = temporary.resolve(ODD);
        String own = System.getProperty("java.class.path");

        assertThat(facts(own, cache, "5")).hasSize(5).allMatch(fact -> fact.startsWith(used() + " of []"));
        List<Path> made = archives(cache);
        assertThat(made).hasSize(2).anyMatch(file -> file.toString().endsWith(".jar"));

        assertThat(facts(own, cache, "1")).singleElement().asString().startsWith(used() + " of []");
        assertThat(archives(cache)).containsExactlyInAnyOrderElementsOf(made);
    }

    /** What the JVM itself finds: another jar under the same name, or something that is no archive at all. */
    @Test
    void anArchiveThatDoesNotFitIsPassedOverInSilence() throws IOException, InterruptedException {
        Path jar = Files.copy(shared.resolve(ODD).resolve("harness.jar"), temporary.resolve("copy.jar"));
        List<Path> jars = new ArrayList<>(List.of(jar));
        for (String witness : HarnessPath.WITNESSES.subList(1, HarnessPath.WITNESSES.size())) {
            jars.add(Path.of(HarnessPath.location(witness).orElseThrow()));
        }
        ArchiveKey key = ArchiveKey.of(JAVA, List.of(), jars).orElseThrow();
        Path archive = new ArchiveFolder(temporary.resolve(ODD)).find(key, true).orElseThrow();

        assertThat(loaded(key, archive, jars)).anyMatch(line -> line.contains("ForkProbe source: shared objects file"));

        Jars.of(jar, Path.of(HarnessPath.location(ForkRehearsal.class.getName()).orElseThrow()));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        assertThat(loaded(key, archive, jars))
                .anyMatch(line -> line.contains("ForkProbe source: file:"))
                .noneMatch(line -> line.contains("[warning") || line.contains("[error"));

        Path text = Files.writeString(temporary.resolve("text.jsa"), "no archive");
        assertThat(loaded(key, text, jars))
                .anyMatch(line -> line.contains("ForkProbe source: file:"))
                .noneMatch(line -> line.contains("[warning") || line.contains("[error"));
    }

    /** Starts a JVM as a fork is started, and returns what it says of the classes that it loads. */
    private List<String> loaded(ArchiveKey key, Path archive, List<Path> jars)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(ForkArchive.arguments(key, archive));
        command.addAll(List.of("-Xlog:class+load", "-cp"));
        command.add(String.join(
                File.pathSeparator, jars.stream().map(Path::toString).toList()));
        command.add(ForkRehearsal.class.getName());
        Path output = temporary.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllLines(output, StandardCharsets.UTF_8);
    }
}
