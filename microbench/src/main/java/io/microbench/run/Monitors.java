/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.forking.ForkListener;
import io.microbench.monitor.Monitor;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.IterationResult;
import io.microbench.result.SettingValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts the monitor of a run where one is asked for, and passes events to it. */
final class Monitors {

    static final String SETTING = "microbench.monitor";
    private static final String CONSOLE = "console";
    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private Monitors() {}

    /** Returns the monitor of a run; empty where none is asked for. */
    static Optional<Monitor> of(Plan plan, Path folder) {
        return plan.settings().stream()
                .filter(given -> given.name().equals(SETTING))
                .map(SettingValue::value)
                .findFirst()
                .map(target -> Monitor.start(folder.toAbsolutePath(), lines(target)));
    }

    private static Consumer<String> lines(String target) {
        if (target.equals(CONSOLE)) {
            return System.err::println;
        }
        Path file = Path.of(target);
        append(file, "");
        return line -> append(file, line + System.lineSeparator());
    }

    private static void append(Path file, String text) {
        try {
            Files.createDirectories(
                    Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file));
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new PreflightException(
                    SETTING + " = \"" + file + "\" cannot be used: it cannot be written (" + e + ").");
        }
    }

    /** Returns a listener that announces to the monitor a fork that is about to start. */
    static ForkListener listener(Monitor monitor, PlannedCase planned) {
        monitor.busy(planned.id().text());
        return new ForkListener() {
            @Override
            public void iteration(IterationResult iteration) {
                monitor.rate(operationsPerSecond(planned.plan(), iteration.score()));
            }
        };
    }

    /** Turns a score into operations per second of all threads together. */
    static double operationsPerSecond(CasePlan plan, double score) {
        double units = NANOS_PER_SECOND / TimeUnit.valueOf(plan.timeUnit()).toNanos(1);
        return plan.mode().higherIsBetter() ? score * units : plan.threads() * units / score;
    }
}
