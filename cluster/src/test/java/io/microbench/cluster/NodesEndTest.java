// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.Eventually;
import io.microbench.run.JavaChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests local nodes whose parent ends without closing them. */
@Tag("processes")
@Timeout(300)
class NodesEndTest {

    private static final long PATIENCE = 60;

    @TempDir
    Path temporary;

    /** Starts nodes, and waits longer than any test. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            Nodes nodes = Nodes.start(2, List.of(EchoService.class));
            nodes.parent().members().forEach(member -> System.out.println("address " + member.address()));
            System.out.println("started");
            Thread.sleep(600_000);
        }
    }

    /** Returns the remaining files of nodes in a folder for temporary files. */
    static List<Path> leftOvers(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("microbench-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void leavesNothingBehindWhenParentGetsSignal(String signal) throws Exception {
        try (JavaChild parent = JavaChild.startWithBriefChildren(Parent.class, temporary)) {
            parent.awaitLine("started"::equals);
            List<String> addresses = parent.lines().stream()
                    .filter(line -> line.startsWith("address "))
                    .map(line -> line.substring("address ".length()))
                    .toList();
            assertThat(addresses).hasSize(3).allMatch(NodesEndTest::isTaken);
            assertThat(leftOvers(temporary)).isNotEmpty();
            List<ProcessHandle> started = parent.handle().descendants().toList();
            assertThat(started)
                    .filteredOn(child -> child.info().commandLine().orElse("").contains(Nodes.MARK))
                    .hasSize(2);

            parent.signal(signal);

            assertThat(parent.awaitEnd()).isNotZero();
            Eventually.within(
                    PATIENCE, "no process is left", () -> started.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(addresses).noneMatch(NodesEndTest::isTaken);
            Eventually.within(
                    PATIENCE, "no folder is left", () -> leftOvers(temporary).isEmpty());
        }
    }

    private static boolean isTaken(String address) {
        InetSocketAddress at = HostPort.parse(address);
        try {
            new Socket(at.getAddress(), at.getPort()).close();
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
