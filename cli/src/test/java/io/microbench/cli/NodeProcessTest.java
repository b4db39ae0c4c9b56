// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests nodes in separate processes: they join, are listed, and end on request. */
@Tag("any-jdk")
@Timeout(300)
class NodeProcessTest {

    @TempDir
    private Path folder;

    private NodeCommands commands;

    @BeforeEach
    void createCommands() {
        commands = NodeCommands.in(folder);
    }

    private Outcome nodes(String address, Path with) throws Exception {
        return CommandProcess.runHere("nodes", "--join", address, "--key-file", with.toString());
    }

    @Tag("processes")
    @Test
    void listsNodesUntilTheyEnd() throws Exception {
        try (CommandProcess first = commands.start("node", "--name", "first", "--port", "0")) {
            String address = NodeCommands.address(first);
            try (CommandProcess second = commands.start("node", "--name", "second", "--join", address)) {
                NodeCommands.address(second);

                Outcome both = nodes(address, commands.keyFile());

                assertThat(both.status()).as(both.toString()).isZero();
                assertThat(both.row("first")).startsWith(address);
                assertThat(both.row("second").get(1)).isNotBlank();
                assertThat(both.out()).containsPattern("second .* \\d+\\.\\d{2}\\n");
                assertThat(both.out()).doesNotContain("guest-");
                second.process().destroy();
                assertThat(second.await().status()).isZero();
            }
            Outcome one = nodes(address, commands.keyFile());
            assertThat(one.out()).contains("first").doesNotContain("second");
            first.process().destroy();
            assertThat(first.await().err()).contains("# second (").contains(" is no longer a member: left.");
        }
    }

    @Tag("processes")
    @Test
    void watchesIdleNodesOnConsoleAndInAFile() throws Exception {
        Path file = folder.resolve("nodes.csv");
        try (CommandProcess first = commands.start("node", "--name", "first", "--port", "0")) {
            String address = NodeCommands.address(first);
            try (CommandProcess second = commands.start("node", "--name", "second", "--join", address);
                    CommandProcess watch = CommandProcess.start(
                            folder,
                            List.of(),
                            "nodes",
                            "--watch",
                            "--fields",
                            "node,job",
                            "--output",
                            file.toString(),
                            "--join",
                            address,
                            "--key-file",
                            commands.keyFile().toString())) {
                NodeCommands.address(second);
                CommandProcess.await("two rows of the second node", () -> Optional.of(watch.printed())
                        .filter(text -> text.lines().filter("second"::equals).count() > 1));
                watch.process().destroy();

                assertThat(watch.await().status()).isZero();
                assertThat(watch.printed().lines()).startsWith("Node          Job", "first");
                assertThat(Files.readAllLines(file))
                        .startsWith("node,job", "first,")
                        .contains("second,");
            }
        }
    }

    @Tag("processes")
    @Test
    void refusesAnotherKeyAndReportsIt() throws Exception {
        try (CommandProcess node = commands.start("node", "--name", "first", "--port", "0")) {
            String address = NodeCommands.address(node);

            NodeCommands others = NodeCommands.in(Files.createDirectory(folder.resolve("others")));
            try (CommandProcess other = others.start("node", "--name", "other", "--port", "0")) {
                NodeCommands.address(other);
            }

            Outcome refused = nodes(address, others.keyFile());

            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.err()).contains("another key").contains(address);
            assertThat(nodes(address, commands.keyFile()).status()).isZero();
            node.process().destroy();
            assertThat(node.await().err()).contains("# Refused 127.0.0.1:").contains("another key");
        }
    }

    @Test
    void doesNotCreateAKeyWithoutANode() throws Exception {
        Outcome outcome = nodes("127.0.0.1:1", commands.keyFile());

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("There is no key file " + commands.keyFile() + ". Start the first node");
        assertThat(commands.keyFile()).doesNotExist();
    }

    @Test
    void namesTheAddressForOtherMachines() throws Exception {
        Outcome outcome = CommandProcess.runHere(
                "node",
                "--bind",
                "0.0.0.0",
                "--port",
                "0",
                "--key-file",
                commands.keyFile().toString());

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("cannot listen on 0.0.0.0");
    }
}
