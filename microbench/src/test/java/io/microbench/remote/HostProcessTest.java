// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

class HostProcessTest {

    @TempDir
    Path folder;

    @Test
    void loadsClassesLikeForksDo() throws IOException {
        Optional<Integer> none = Optional.none();
        BenchmarkListEntry entry = new BenchmarkListEntry(
                "com.acme.Vectors",
                "com.acme.jmh_generated.Vectors_add_jmhTest",
                "add",
                Mode.Throughput,
                none,
                new int[] {1},
                Optional.none(),
                none,
                Optional.none(),
                none,
                none,
                Optional.none(),
                none,
                none,
                none,
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.of(List.of("-Xmx1g", "--add-modules", "jdk.incubator.vector")),
                Optional.none(),
                Optional.none(),
                none,
                Optional.none());
        Path list = folder.resolve("classes/META-INF/BenchmarkList");
        Files.createDirectories(list.getParent());
        Files.writeString(list, entry.toLine() + "\n");

        List<String> arguments = HostProcess.arguments(
                List.of("classes"), folder, Map.of("microbench.jvmArgs", "-Xms1g --enable-preview"));

        assertThat(arguments)
                .contains("--add-modules=jdk.incubator.vector", "--enable-preview")
                .noneMatch(argument -> argument.startsWith("-Xm"));
    }

    @Test
    void passesOptionOnlyToJdkThatSupportsIt() {
        assertThat(HostProcess.quiet(17)).isEmpty();
        assertThat(HostProcess.quiet(23)).isEmpty();
        assertThat(HostProcess.quiet(24)).containsExactly("--sun-misc-unsafe-memory-access=allow");
        assertThat(HostProcess.arguments(List.of(), folder, Map.of()))
                .containsAll(HostProcess.quiet(Runtime.version().feature()));
    }
}
