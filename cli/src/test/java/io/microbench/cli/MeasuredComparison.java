/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A comparison of this module's fixtures with themselves, of three forks that measure for milliseconds. */
final class MeasuredComparison {

    private MeasuredComparison() {}

    /** Measures one and returns its folder, which is made in the given one. */
    static Path in(Path folder) throws IOException {
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
        // Two sides of one build, measured for a moment: they may look far apart.
        assertThat(exit).as(String.join("\n", console.errors())).isIn(0, 2, 3);
        assertThat(console.out()).contains("CountingFixture.count", "3/3", "Record: " + folder);
        try (Stream<Path> made = Files.list(folder)) {
            return made.findFirst().orElseThrow();
        }
    }
}
