// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A comparison of this module's fixtures with themselves, with three short forks. */
final class MeasuredComparison {

    private MeasuredComparison() {}

    /** The files of the comparison measured by this JVM, by their relative names. */
    private static final Map<Path, byte[]> MEASURED = new TreeMap<>();

    /** Creates a copy of the comparison in a folder, and returns it; each JVM measures it once. */
    static synchronized Path in(Path folder) throws IOException {
        if (MEASURED.isEmpty()) {
            Path measured = measure(folder);
            try (Stream<Path> files = Files.walk(measured)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    MEASURED.put(folder.relativize(file), Files.readAllBytes(file));
                }
            }
            return measured;
        }
        for (Map.Entry<Path, byte[]> file : MEASURED.entrySet()) {
            Path copy = folder.resolve(file.getKey());
            Files.createDirectories(copy.getParent());
            Files.write(copy, file.getValue());
        }
        return made(folder);
    }

    private static Path made(Path folder) throws IOException {
        try (Stream<Path> made = Files.list(folder)) {
            return made.findFirst().orElseThrow();
        }
    }

    private static Path measure(Path folder) throws IOException {
        TestConsole console = new TestConsole();
        int exit = console.run(
                "compare",
                CommandProcess.fixtures(),
                CommandProcess.fixtures(),
                "--cases",
                "CountingFixture.count",
                "-Dforks=3",
                "-Dmicrobench.output=" + folder,
                "-DwarmupIterations=1",
                "-Dmicrobench.warmupTime=10ms",
                "-DmeasureIterations=2",
                "-Dmicrobench.measurementTime=10ms");
        // Short forks of one build may differ by chance.
        assertThat(exit).as(String.join("\n", console.errors())).isIn(0, 2, 3);
        assertThat(console.out()).contains("CountingFixture.count", "3/3", "Record: " + folder);
        return made(folder);
    }
}
