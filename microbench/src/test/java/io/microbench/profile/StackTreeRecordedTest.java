// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.microbench.profile.StackTree.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackTreeRecordedTest {

    private static final int MOST_ATTEMPTS = 200;

    @TempDir
    Path folder;

    private static double busy(int rounds) {
        double sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += Math.cbrt(i + sum);
        }
        return sum;
    }

    /** The time until the recorder samples a thread depends on the machine, so the thread works until it is sampled. */
    @Test
    void readsMethodsOfThreadsThatRan() throws Exception {
        StackTree tree = new StackTree(0, List.of());
        double sum = 0;
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.start();
            for (int i = 0; i < MOST_ATTEMPTS && names(tree.roots()).stream().noneMatch(this::isBusy); i++) {
                sum += busy(2_000_000);
                Path file = folder.resolve(i + ".jfr");
                recording.dump(file);
                tree = StackTree.recorded(file);
            }
        }

        assertThat(sum).isPositive();
        assertThat(names(tree.roots())).as(tree.toString()).anyMatch(this::isBusy);
    }

    private boolean isBusy(String name) {
        return name.equals(StackTreeRecordedTest.class.getName() + ".busy");
    }

    private static List<String> names(List<StackFrame> frames) {
        return frames.stream()
                .flatMap(frame -> java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(frame.name()), names(frame.calls()).stream()))
                .toList();
    }

    @Test
    void rejectsOtherFiles() throws Exception {
        Path file = Files.writeString(folder.resolve("a.jfr"), "no recording");

        assertThatIOException().isThrownBy(() -> StackTree.recorded(file));
    }
}
