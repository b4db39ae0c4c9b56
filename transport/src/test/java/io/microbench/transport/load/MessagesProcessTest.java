// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.microbench.run.JavaChild;
import io.microbench.transport.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command in a separate process that is interrupted, and whose nodes are killed and frozen. */
@EnabledOnOs(OS.LINUX)
@Tag("processes")
class MessagesProcessTest {

    private static final long SECONDS = 120;

    /** A row of an interval with returned messages. */
    private static final Pattern ROW = Pattern.compile("(?m)^ *[0-9.]+ - +[0-9.]+ s +[1-9]");

    @TempDir
    private Path folder;

    private final List<ProcessHandle> seen = new ArrayList<>();
    private Optional<Process> started = Optional.empty();

    @BeforeEach
    void createFolders() throws IOException {
        Files.createDirectory(folder.resolve("tmp"));
    }

    /** Stops the processes of a failed test. */
    @AfterEach
    void end() {
        seen.forEach(ProcessHandle::destroyForcibly);
        started.ifPresent(Process::destroyForcibly);
    }

    private Process command() {
        return started.orElseThrow();
    }

    /** Starts the command for an hour, and waits until messages are back. */
    private void start(String transport, String... more) throws Exception {
        List<String> line = new ArrayList<>(JavaChild.withInterrupts());
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                "-cp",
                System.getProperty("java.class.path"),
                Messages.class.getName(),
                "single",
                "--transport",
                transport,
                "--message-size",
                "10k",
                "--time",
                "1h",
                "--interval",
                "100ms",
                "--settings"));
        line.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        // The variable also applies to the nodes, which are just as short-lived.
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        started = Optional.of(builder.start());
        await(() -> out().contains("In effect at the client: "));
        command().descendants().forEach(seen::add);
        await(() -> ROW.matcher(out()).find());
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(SECONDS));
            Thread.sleep(10);
        }
    }

    private String out() {
        return read("out");
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void signal(String signal, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private long node() {
        return command()
                .descendants()
                .filter(MessagesProcessTest::isNode)
                .findFirst()
                .orElseThrow()
                .pid();
    }

    /** Returns whether a process is a node; the JDK's process handle omits command lines as long as that of a node. */
    private static boolean isNode(ProcessHandle process) {
        try {
            String line = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
            return line.matches("[^\0]*java\0-Dmicrobench.node=child-1\0(?s:.*)");
        } catch (IOException e) {
            return false;
        }
    }

    private void assertEnds(int status) throws Exception {
        assertThat(command().waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(command().exitValue()).as(out() + read("err")).isEqualTo(status);
        assertThat(seen).isNotEmpty();
        await(() -> seen.stream().noneMatch(ProcessHandle::isAlive));
        await(() -> leftovers().isEmpty());
    }

    private List<String> leftovers() {
        try (Stream<Path> files = Files.list(folder.resolve("tmp"))) {
            return files.map(file -> file.getFileName().toString())
                    // Files of the JVM, and native libraries that Netty unpacks and cannot delete when it is killed.
                    .filter(name -> !name.startsWith("hsperfdata") && !name.startsWith("libnetty"))
                    .toList();
        } catch (IOException e) {
            return List.of(e.toString());
        }
    }

    private void assertIncomplete(String reason) {
        assertThat(out())
                .containsPattern("INCOMPLETE: .*" + reason)
                .containsPattern("; [1-9][0-9]* messages came back")
                .contains("Message round trip metrics:");
    }

    /** A killed process closes no TLS session, and does not remove the file of its socket. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "socket", "tls", "uds", "quic"})
    void reportsAKilledNodeAndKeepsResults(String transport) throws Exception {
        assumeTrue(Transport.named(transport).unavailable().isEmpty());
        start(transport, "--silence", "5");
        signal("KILL", node());

        assertEnds(1);
        assertIncomplete("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"socket", "quic"})
    void reportsAFrozenNode(String transport) throws Exception {
        assumeTrue(Transport.named(transport).unavailable().isEmpty());
        start(transport, "--silence", "3");
        signal("STOP", node());

        assertEnds(1);
        assertIncomplete("Nothing arrived for 3 s \\(--silence\\)");
    }

    @Test
    void reportsAKilledNodeBehindARelay() throws Exception {
        start("nio", "--delay", "5ms", "--loss", "1%");
        signal("KILL", node());

        assertEnds(1);
        assertIncomplete("The connection was lost: ");
        assertThat(out())
                .contains("Relay, each way: delay 5.00ms")
                .containsPattern("additional delay [1-9][0-9.]*[mµ]s \\(P50\\), ");
    }

    @ParameterizedTest
    @CsvSource({"uds, TERM, 143", "quic, INT, 130"})
    void printsResultsIfInterrupted(String transport, String signal, int status) throws Exception {
        assumeTrue(Transport.named(transport).unavailable().isEmpty());
        start(transport, "--in-flight", "10");
        signal(signal, command().pid());

        assertEnds(status);
        assertIncomplete("Interrupted");
    }

    @Test
    void endsNodesIfKilled() throws Exception {
        start("nio");
        signal("KILL", command().pid());

        assertThat(command().waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        await(() -> seen.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(command().exitValue()).isEqualTo(137);
    }
}
