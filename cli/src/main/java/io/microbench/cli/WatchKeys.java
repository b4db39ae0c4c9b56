/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.watch.Watch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Raises and lowers the workers of a watch by the keys + and -.
 *
 * <p>A terminal hands out whole lines; while this is open it is told to hand out keys ({@code stty -icanon}). Input that is no
 * terminal is read as it is.
 */
final class WatchKeys implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 2;

    private final Optional<String> before;

    private WatchKeys(Optional<String> before) {
        this.before = before;
    }

    static WatchKeys listen(InputStream in, Watch watch) {
        Optional<String> before = stty("-g");
        WatchKeys keys = new WatchKeys(before);
        if (before.isPresent()) {
            stty("-icanon", "-echo", "min", "1");
        }
        Thread listener = new Thread(
                () -> read(in, change -> watch.workers(Math.max(1, watch.workers() + change))), "microbench-keys");
        listener.setDaemon(true);
        listener.start();
        return keys;
    }

    /** Reads until the end; hands on 1 for each +, -1 for each -. */
    static void read(InputStream in, IntConsumer workers) {
        try {
            for (int key = in.read(); key >= 0; key = in.read()) {
                if (key == '+' || key == '-') {
                    workers.accept(key == '+' ? 1 : -1);
                }
            }
        } catch (IOException e) {
            // No more keys, then.
        }
    }

    /** Gives the terminal back as it was. */
    @Override
    public void close() {
        before.ifPresent(settings -> stty(settings));
    }

    private static Optional<String> stty(String... arguments) {
        try {
            String[] command = new String[arguments.length + 1];
            command[0] = "stty";
            System.arraycopy(arguments, 0, command, 1, arguments.length);
            Process stty = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String printed = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            boolean done = stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && stty.exitValue() == 0;
            return done ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
