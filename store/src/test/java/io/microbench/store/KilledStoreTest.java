// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills writing processes, and checks their acknowledged writes, which the operating system still has. */
@Timeout(300)
class KilledStoreTest {

    private static final int ENOUGH = 500;
    private static final int LIMIT_KIB = 256;

    @TempDir
    private Path folder;

    static Stream<Arguments> lasting() {
        return BackendContractTest.lasting();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lasting")
    @Tag("processes")
    void acknowledgedWritesSurviveAKill(String name, String durability, LocalBackend backend) throws Exception {
        Process writer = start(List.of(), name, durability);
        List<Long> acknowledged = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(writer.getInputStream())) {
            read(in, acknowledged, ENOUGH);
            // Only waits for the process; the last output in its streams is read afterwards.
            writer.toHandle().destroyForcibly();
            read(in, acknowledged, Integer.MAX_VALUE);
        } finally {
            writer.destroyForcibly().waitFor();
        }

        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(ENOUGH);
        assertThat(missing(backend, durability, acknowledged))
                .as("lost of %s acknowledged", acknowledged.size())
                .isEmpty();
    }

    /** A limit on the size of files has the effect of a full disk. */
    @ParameterizedTest
    @ValueSource(strings = {"safe", "process"})
    @EnabledOnOs(OS.LINUX)
    @Tag("processes")
    void fullDiskFailsWritesAndKeepsAcknowledgedOnes(String durability) throws Exception {
        Process writer =
                start(List.of("bash", "-c", "ulimit -f " + LIMIT_KIB + "; exec \"$0\" \"$@\""), "log", durability);
        List<Long> acknowledged = new ArrayList<>();
        String errors;
        try (DataInputStream in = new DataInputStream(writer.getInputStream())) {
            read(in, acknowledged, Integer.MAX_VALUE);
            assertThat(writer.waitFor(2, TimeUnit.MINUTES)).isTrue();
            errors = Files.readString(folder.resolve("errors.txt"));
        } finally {
            writer.destroyForcibly();
        }

        assertThat(errors.lines().filter(line -> line.startsWith("put failed: java.io.IOException: ")))
                .hasSize(AcknowledgingWriter.THREADS);
        assertThat(acknowledged).hasSizeGreaterThan(1000);
        LocalBackend log = Backends.of(getClass().getClassLoader(), System.err::println)
                .named(LocalBackend.class, "log", Durability.of(durability));
        assertThat(missing(log, durability, acknowledged)).isEmpty();
    }

    private Process start(List<String> before, String name, String durability) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // No performance data file, because the limit would apply to it too.
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-D" + StoreFolder.PROPERTY + "=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                AcknowledgingWriter.class.getName(),
                name,
                durability,
                Files.createDirectories(folder.resolve("store")).toString()));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
    }

    private static void read(DataInputStream in, List<Long> acknowledged, int most) throws IOException {
        try {
            while (acknowledged.size() < most) {
                acknowledged.add(in.readLong());
            }
        } catch (EOFException e) {
            // The process has ended.
        }
    }

    private List<Long> missing(LocalBackend backend, String durability, List<Long> acknowledged) throws IOException {
        try (Store store = backend.open(folder.resolve("store"), Durability.of(durability))) {
            return AcknowledgedReader.missing(store, acknowledged);
        }
    }
}
