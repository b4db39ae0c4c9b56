// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterSettings;
import io.microbench.cluster.ForkHostService;
import io.microbench.cluster.StoreService;
import io.microbench.fanout.SnippetHost;
import io.microbench.remote.HostProcess.HostKind;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Measures a snippet on two nodes at once. The nodes are in this JVM; their host JVMs and forks are processes. */
@Timeout(300)
class TogetherProcessTest {

    private static final String APPEND = "java.nio.file.Files.writeString(java.nio.file.Path.of(\"%s\"), \"%s \" +"
            + " ProcessHandle.current().pid() + \"\\n\", java.nio.file.StandardOpenOption.CREATE,"
            + " java.nio.file.StandardOpenOption.APPEND)";

    @TempDir
    private Path folder;

    private Path keyFile;
    private Cluster one;
    private Cluster other;

    @BeforeEach
    void startNodes() throws IOException {
        keyFile = folder.resolve("key.p12");
        one = Cluster.join(settings("a"), new ForkHostService(folder), new StoreService(folder));
        other = Cluster.join(
                settings("b").join(List.of(one.self().address())),
                new ForkHostService(folder),
                new StoreService(folder));
    }

    private ClusterSettings settings(String name) {
        return ClusterSettings.node(name).keyFile(Optional.of(keyFile));
    }

    @AfterEach
    void endNodes() {
        other.close();
        one.close();
    }

    private Outcome measure(String snippet, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                snippet,
                "--nodes",
                "a,b",
                "-Dmicrobench.join=" + one.self().address(),
                "-Dmicrobench.cluster.keyFile=" + keyFile,
                "-c",
                "2",
                "--init",
                append("init"),
                "--done",
                append("done")));
        words.addAll(List.of(more));
        return CommandProcess.measureHere(words.toArray(String[]::new));
    }

    private String append(String what) {
        return String.format(APPEND, folder.resolve(what), what);
    }

    private List<String> lines(String what) throws IOException {
        return Files.readAllLines(folder.resolve(what));
    }

    @Test
    @Tag("processes")
    void addsUpNodesAndRunsHooksOnEach() throws Exception {
        Outcome outcome = measure("Thread.onSpinWait()", "--format", "json");

        assertThat(outcome.status()).as(outcome.toString()).isZero();
        RunRecord run = RecordJson.read(outcome.out(), RunRecord.class).orElseThrow();
        assertThat(run.cases())
                .extracting(result -> result.id().variant())
                .containsExactly("node=a,threads=2", "node=b,threads=2", "threads=4");
        List<Double> rates = run.cases().stream()
                .map(result -> result.score().orElseThrow().score())
                .toList();
        assertThat(rates.get(2))
                .isCloseTo(rates.get(0) + rates.get(1), org.assertj.core.data.Percentage.withPercentage(0.1));
        assertThat(run.cases().get(2).forks().get(0).secondary()).containsKeys("start.spread", "common.window");
        assertThat(run.nodes().orElseThrow()).extracting(node -> node.name()).containsExactly("a", "b");
        assertThat(lines("init")).hasSize(2).doesNotHaveDuplicates();
        assertThat(lines("done")).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    @Tag("processes")
    void cleansUpOnBothNodesAfterAFailure() throws Exception {
        // The first of the two to create the folder fails.
        Path mark = folder.resolve("mark");
        Outcome outcome = measure(
                "if (calls++ > 100 && failing) throw new IllegalStateException(\"enough\"); calls",
                "--init-worker",
                "int calls = 0; boolean failing = new java.io.File(\"" + mark + "\").mkdir()");

        assertThat(outcome.status()).as(outcome.toString()).isEqualTo(1);
        assertThat(outcome.err()).contains("failed on node ").contains("IllegalStateException: enough");
        assertThat(lines("init")).hasSize(2);
        assertThat(lines("done")).hasSize(2);
    }

    @Test
    void hostKindNamesSnippetHost() {
        assertThat(HostKind.SNIPPETS.mainClass()).isEqualTo(SnippetHost.class.getName());
    }
}
