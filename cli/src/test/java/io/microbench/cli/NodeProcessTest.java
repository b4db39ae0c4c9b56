/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes as processes: they find each other, are listed, and end when they are told to. */
@Timeout(300)
class NodeProcessTest {

    private static final Pattern THERE = Pattern.compile("Node (\\S+) \\((\\S+)\\) is there\\. Ctrl-C ends it\\.\\s*");

    @TempDir
    private Path folder;

    private Path secret;

    @BeforeEach
    void writeSecret() throws IOException {
        secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, "a secret of one test only\n");
    }

    private CommandProcess node(String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("node", "--name", name, "--secret-file", secret.toString()));
        words.addAll(List.of(more));
        return CommandProcess.start(folder, List.of(), words.toArray(String[]::new));
    }

    private static String address(CommandProcess node) throws Exception {
        while (node.process().isAlive()) {
            Matcher there = THERE.matcher(node.printed());
            if (there.matches()) {
                return there.group(2);
            }
            Thread.sleep(50);
        }
        throw new AssertionError("it ended: " + node.await());
    }

    private Outcome nodes(String address, Path with) throws Exception {
        return CommandProcess.run(folder, "nodes", "--join", address, "--secret-file", with.toString());
    }

    @Test
    void nodesAreListedUntilTheyEnd() throws Exception {
        try (CommandProcess first = node("first", "--port", "0")) {
            String address = address(first);
            try (CommandProcess second = node("second", "--join", address)) {
                address(second);

                Outcome both = nodes(address, secret);

                assertThat(both.status()).as(both.toString()).isZero();
                assertThat(both.row("first")).startsWith(address);
                assertThat(both.row("second").get(1)).isNotBlank();
                assertThat(both.out()).containsPattern("second .* (\\d+\\.\\d{3} ms +\\d+\\.\\d{3} ms|busy +busy)\\n");
                assertThat(both.out()).doesNotContain("guest-");
                second.process().destroy();
                assertThat(second.await().status()).isZero();
            }
            Outcome one = nodes(address, secret);
            assertThat(one.out()).contains("first").doesNotContain("second");
            first.process().destroy();
            assertThat(first.await().err()).contains("# second (").contains(" is gone: left.");
        }
    }

    @Test
    void aStrangerIsRefusedAndTheNodeSaysSo() throws Exception {
        try (CommandProcess node = node("first", "--port", "0")) {
            String address = address(node);
            Path other = Files.copy(secret, folder.resolve("other"));
            Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
            Files.writeString(other, "the secret of somebody else\n");

            Outcome refused = nodes(address, other);

            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.err()).contains("secret").contains(address);
            assertThat(nodes(address, secret).status()).isZero();
            node.process().destroy();
            assertThat(node.await().err()).contains("# Refused 127.0.0.1:");
        }
    }

    @Test
    void nobodyThereIsAnErrorThatNamesTheAddress() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder, "nodes", "--join", "127.0.0.1:1", "--join-deadline", "1s", "--secret-file", secret.toString());

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("127.0.0.1:1").contains("1 s");
    }

    @Test
    void otherMachinesNeedCertificates() throws Exception {
        Outcome outcome = CommandProcess.run(
                folder, "node", "--bind", "0.0.0.0", "--port", "0", "--secret-file", secret.toString());

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err()).contains("--keystore");
    }
}
