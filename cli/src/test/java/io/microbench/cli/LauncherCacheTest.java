// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Starts the launcher with a script in place of the JDK. The script records its arguments and writes a few bytes as an
 * archive.
 */
@Tag("any-jdk")
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(300)
class LauncherCacheTest {

    private static final int PATIENCE_SECONDS = 120;
    private static final String DUMP = "-Xshare:dump";
    private static final String USED = "-XX:SharedArchiveFile=";

    private static final String JAVA = """
            #!/bin/sh
            echo "$*" >>"$FAKE_LOG"
            dump=
            making=
            for argument; do
              case $argument in
                -XX:DumpLoadedClassList=*) making=yes; : >"${argument#*=}" ;;
                --jvm-arg=-XX:ArchiveClassesAtExit=*) echo forks >"${argument##*=}" ;;
                -Xshare:dump) dump=yes ;;
                -XX:SharedArchiveFile=*) file=${argument#*=} ;;
              esac
            done
            [ -z "$dump" ] || echo "${FAKE_ARCHIVE?none can be made}" >"$file"
            [ -n "$dump$making" ] || sleep "${FAKE_SECONDS:-0}"
            """;

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    private Path cache() {
        return folder.resolve("cache/microbench");
    }

    private List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("log"));
    }

    private List<String> cached() {
        String[] names = cache().toFile().list();
        return names == null ? List.of() : Stream.of(names).sorted().toList();
    }

    /** Returns the file whose name is the key of the cache and the given end. */
    private Path cached(String end) {
        return cached().stream()
                .filter(name -> name.matches("\\d+-\\d+" + Pattern.quote(end)))
                .map(cache()::resolve)
                .findFirst()
                .orElseThrow();
    }

    private Process start(String... settings) throws IOException {
        Path launcher = folder.resolve("bin/microbench");
        if (!Files.exists(launcher)) {
            Files.createDirectories(folder.resolve("lib"));
            Files.writeString(folder.resolve("lib/microbench-cli.jar"), "no jar");
            executable(launcher, Files.readString(Path.of("src/main/launcher/microbench")));
            executable(folder.resolve("jdk/bin/java"), JAVA);
        }
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().put("FAKE_LOG", folder.resolve("log").toString());
        builder.environment().put("FAKE_ARCHIVE", "own");
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            builder.environment().remove(parts[0]);
            if (parts.length == 2) {
                builder.environment().put(parts[0], parts[1]);
            }
        }
        started.add(builder.start());
        return started.get(started.size() - 1);
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Runs the command and returns the logged command line. */
    private String run(String... settings) throws Exception {
        Files.deleteIfExists(folder.resolve("log"));
        assertThat(start(settings).waitFor()).isZero();
        return log().get(0);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.sleep(10);
        }
    }

    private void awaitArchives() throws InterruptedException {
        await(
                "two archives, their checksums, and nothing else",
                () -> cached().size() == 3 && cached().stream().allMatch(name -> name.matches(".*\\.jsa(\\.sums)?")));
    }

    @AfterEach
    void end() throws InterruptedException {
        started.forEach(Process::destroyForcibly);
        await("no archives are created", () -> cached().stream().noneMatch(name -> name.startsWith("making-")));
    }

    @Test
    void createsArchivesAfterTheFirstStart() throws Exception {
        Process first = start("FAKE_SECONDS=2");
        await("started", () -> Files.exists(folder.resolve("log")));
        assertThat(cached()).allMatch(name -> name.endsWith(".jsa.lock"));
        assertThat(first.waitFor()).isZero();
        assertThat(log().get(0)).doesNotContain(USED);

        awaitArchives();
        assertThat(log()).hasSize(3);
        assertThat(run()).contains(USED).contains("-Dmicrobench-cli.forkArchive=");
        assertThat(log()).hasSize(1);
    }

    @Test
    void omitsOwnOptionsThatContradictThoseOfTheUser() throws Exception {
        assertThat(run("MICROBENCH_NO_CACHE=1")).contains("-XX:+UseSerialGC", "-Xms32m");
        assertThat(run("MICROBENCH_NO_CACHE=1", "MICROBENCH_OPTS=-Xmx16m -XX:+UseZGC"))
                .contains("-Xmx16m -XX:+UseZGC")
                .doesNotContain("-XX:+UseSerialGC")
                .doesNotContain("-Xms");
        assertThat(run("MICROBENCH_NO_CACHE=1", "MICROBENCH_OPTS=-XX:+UseGCOverheadLimit -XX:MinHeapSize=64m"))
                .contains("-XX:+UseSerialGC")
                .doesNotContain("-Xms");
        assertThat(run("MICROBENCH_NO_CACHE=1", "JAVA_TOOL_OPTIONS=-XX:+UseG1GC"))
                .doesNotContain("-XX:+UseSerialGC")
                .contains("-Xms32m");
    }

    @Tag("processes")
    @Test
    void oneOfTwentyConcurrentStartsCreatesArchives() throws Exception {
        for (int i = 0; i < 20; i++) {
            start("FAKE_SECONDS=1");
        }
        for (Process process : started) {
            assertThat(process.waitFor()).isZero();
        }

        awaitArchives();
        assertThat(log()).filteredOn(line -> line.contains(DUMP)).hasSize(1);
    }

    @Tag("processes")
    @ParameterizedTest
    @ValueSource(strings = {"flipped", "flipped behind a link", "shorter", "empty", "all empty"})
    void usesOnlyUnchangedArchives(String damage) throws Exception {
        run();
        awaitArchives();
        if (damage.endsWith("link")) {
            for (Path file : List.of(cached(".jsa"), cached("-fork.jsa"))) {
                Path moved = Files.move(file, folder.resolve(file.getFileName()));
                Files.createSymbolicLink(file, moved);
            }
        }
        assertThat(run()).contains(USED);
        for (String name : cached()) {
            Path file = cache().resolve(name);
            boolean archive = name.endsWith(".jsa");
            FileTime changed = Files.getLastModifiedTime(file);
            // The checksums are newer than the files.
            FileTime time = archive ? changed : FileTime.fromMillis(changed.toMillis() + 60_000);
            String content = Files.readString(file);
            String damaged =
                    switch (damage) {
                        case "flipped", "flipped behind a link" -> content.replace('o', 'n');
                        case "shorter" -> "ow";
                        default -> "";
                    };
            Files.writeString(file, archive || damage.equals("all empty") ? damaged : content);
            Files.setLastModifiedTime(file, time);
        }

        assertThat(run()).doesNotContain(USED);

        awaitArchives();
        assertThat(run()).contains(USED);
    }

    @Test
    void computesChecksumsOnlyOfChangedArchives() throws Exception {
        run();
        awaitArchives();
        assertThat(run()).contains(USED);
        Path sums = cached(".jsa.sums");
        String right = Files.readString(sums);
        Files.writeString(sums, "wrong");

        assertThat(run()).as("unchanged archives").contains(USED);

        Files.writeString(sums, right);
        String stamps = Files.readString(cached(".jsa.stamps"));
        for (Path file : List.of(cached(".jsa"), cached("-fork.jsa"))) {
            Path copy = Files.copy(file, folder.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        }

        assertThat(run()).as("copied archives").contains(USED);
        assertThat(cached(".jsa.stamps")).content().isNotEqualTo(stamps);
    }

    @Test
    void createsArchivesAfterAKilledAttempt() throws Exception {
        run();
        awaitArchives();
        Path own = cached(".jsa.sums");
        Files.delete(own);
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        long gone = ended.pid();
        Files.createSymbolicLink(
                cache().resolve(own.getFileName().toString().replace(".sums", ".lock")), Path.of(Long.toString(gone)));
        Files.writeString(
                Files.createDirectory(cache().resolve("making-" + gone)).resolve("own.jsa"), "half");

        assertThat(run()).doesNotContain(USED);

        awaitArchives();
    }

    @Tag("processes")
    @Test
    void retriesAFailureAfterAnHour() throws Exception {
        assertThat(run("FAKE_ARCHIVE")).doesNotContain(USED);
        await("failed", () -> cached().size() == 1 && cached().get(0).endsWith(".failed"));

        assertThat(run()).doesNotContain(USED);
        assertThat(cached()).hasSize(1);
        Files.setLastModifiedTime(
                cache().resolve(cached().get(0)), FileTime.from(Instant.now().minusSeconds(3700)));
        run();
        awaitArchives();
    }
}
