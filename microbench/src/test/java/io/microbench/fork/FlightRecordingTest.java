// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class FlightRecordingTest {

    @TempDir
    Path folder;

    /** Event that marks an iteration. */
    @Name("io.microbench.Mark")
    private static final class Mark extends Event {
        @SuppressWarnings("UnusedVariable") // The recorder reads this field.
        String text = "";
    }

    @SuppressWarnings("NullAway") // The recording uses only the iteration parameters.
    private static void iteration(FlightRecording recording, IterationParams params, String text) {
        recording.beforeIteration(null, params);
        Mark mark = new Mark();
        mark.text = text;
        mark.commit();
        recording.afterIteration(null, params, null);
    }

    private static IterationParams params(IterationType type, int count) {
        return new IterationParams(type, count, TimeValue.milliseconds(1), 1);
    }

    @Test
    void recordsOnlyMeasuredIterations() throws Exception {
        Path file = folder.resolve("code.jfr");
        FlightRecording recording = new FlightRecording(file.toString());

        iteration(recording, params(IterationType.WARMUP, 1), "warm-up");
        assertThat(file).doesNotExist();
        iteration(recording, params(IterationType.MEASUREMENT, 2), "first");
        assertThat(file).as("more iterations follow").doesNotExist();
        iteration(recording, params(IterationType.MEASUREMENT, 2), "second");

        assertThat(Files.size(file)).isPositive();
        assertThat(RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals("io.microbench.Mark"))
                        .map((RecordedEvent event) -> event.getString("text")))
                .containsExactly("first", "second");
    }
}
