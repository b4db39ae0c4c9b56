// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Records the measured iterations with the JDK's Flight Recorder, without start and warm-up.
 *
 * <p>JMH's own profiler for the Flight Recorder runs {@code jcmd} during the fork, chooses the name of the file, and
 * parses its options with a library that forks do not have.
 */
public final class FlightRecording implements InternalProfiler {

    /** The JDK's settings with the most stack samples. */
    private static final String SETTINGS = "profile";

    private final Path file;
    private Optional<Recording> recording = Optional.empty();
    private int iterations;

    /** Called by JMH with the text after the name of the class: the file to write. */
    public FlightRecording(String file) {
        this.file = Path.of(file);
    }

    @Override
    public String getDescription() {
        return "Records the measured iterations with the Flight Recorder";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (iteration.getType() == IterationType.MEASUREMENT && recording.isEmpty()) {
            try {
                Recording started = new Recording(Configuration.getConfiguration(SETTINGS));
                started.start();
                recording = Optional.of(started);
            } catch (IOException | ParseException e) {
                throw new IllegalStateException("The Flight Recorder cannot be started: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT && ++iterations == iteration.getCount()) {
            recording.ifPresent(this::write);
        }
        return List.of();
    }

    private void write(Recording running) {
        try (running) {
            running.stop();
            running.dump(file);
        } catch (IOException e) {
            throw new IllegalStateException("The fork cannot write " + file, e);
        }
    }
}
