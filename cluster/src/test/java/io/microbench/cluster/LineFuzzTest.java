// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.ClusterNetwork.NodeLines;
import io.microbench.cluster.ForkHostService.HostEvent;
import io.microbench.cluster.ForkHostService.HostOrder;
import io.microbench.cluster.ForkHostService.LocalClassPath;
import io.microbench.fuzz.Fuzzing;
import io.microbench.remote.HostProcess.HostKind;
import io.microbench.result.RecordJson;
import io.microbench.text.PreflightException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damages the lines that nodes and their callers exchange; the group {@code fuzz} tries ten thousand mutants of each.
 */
class LineFuzzTest {

    @TempDir
    private Path folder;

    /** The lines to damage. */
    enum Lines {
        /** The order to start a host, as a node reads it; the host is not started. */
        ORDER,
        /** The events of the host, as the caller reads them. */
        NEWS,
        /** The description of an entry to store, with valid content. */
        ENTRY,
        /** The content of a folder to store. */
        CONTENT
    }

    @ParameterizedTest
    @EnumSource
    void handlesFewDamagedLines(Lines lines) throws IOException {
        check(lines, 150, 1_000_000);
    }

    @Tag("fuzz")
    @ParameterizedTest
    @EnumSource
    void handlesTenThousandDamagedLines(Lines lines) throws IOException {
        check(lines, Integer.getInteger("fuzz.mutants", 10_000), 1);
    }

    private void check(Lines lines, int mutants, long seed) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("sent/a")).resolve("b.txt"), "content");
        Files.writeString(folder.resolve("sent/c.txt"), "more content");
        PathEntry entry = PathEntry.of(folder.resolve("sent"));
        Path stored = folder.resolve("below/store");
        fuzzing(lines, entry, new EntryStore(stored)).check("LINE " + lines, mutants, seed);

        if (Files.exists(stored)) {
            assertThat(names(folder)).containsExactlyInAnyOrder("sent", "below");
            assertThat(names(folder.resolve("below"))).containsExactly("store");
            // Stored entries are complete, and no draft is left.
            assertThat(names(stored)).containsExactlyInAnyOrder(entry.sha256(), entry.sha256() + ".used");
            assertThat(PathEntry.of(stored.resolve(entry.sha256())).sha256()).isEqualTo(entry.sha256());
        } else {
            assertThat(names(folder)).containsExactly("sent");
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static byte[] line(Object value) {
        return RecordJson.line(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] mutant) {
        return new String(mutant, StandardCharsets.UTF_8);
    }

    private static Fuzzing fuzzing(Lines lines, PathEntry entry, EntryStore store) throws IOException {
        PathEntry elsewhere = new PathEntry("/nowhere-on-any-machine/benchmarks.jar", false, 10, entry.sha256());
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        EntryStore.pack(Path.of(entry.path()), zip);
        return switch (lines) {
            case ORDER ->
                Fuzzing.ofJson(
                        line(new HostOrder("host", List.of(elsewhere), "/nowhere", Map.of("a", "b"), HostKind.FORKS)),
                        mutant -> LocalClassPath.find(
                                ForkHostService.order(text(mutant)).classPath(), List.of(elsewhere), store),
                        Set.of(IllegalArgumentException.class));
            case NEWS ->
                Fuzzing.ofJson(
                        line(new HostEvent(HostEvent.Kind.MISSING, "text", List.of(elsewhere), Optional.of(1))),
                        mutant -> NodeLines.news(text(mutant)),
                        Set.of(PreflightException.class));
            case ENTRY ->
                Fuzzing.ofJson(
                        line(entry),
                        mutant -> store(store, StoreService.entry(text(mutant)), zip.toByteArray()),
                        Set.of(IllegalArgumentException.class, UncheckedIOException.class));
            case CONTENT ->
                Fuzzing.ofBytes(
                        zip.toByteArray(), mutant -> store(store, entry, mutant), Set.of(UncheckedIOException.class));
        };
    }

    private static void store(EntryStore store, PathEntry entry, byte[] content) {
        try {
            store.add(entry, new ByteArrayInputStream(content));
        } catch (IOException e) {
            throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
        }
    }
}
