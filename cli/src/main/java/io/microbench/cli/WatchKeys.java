// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.forks.Terminal;
import io.microbench.watch.Watch;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Raises and lowers the workers of a watch by the keys + and -.
 *
 * <p>A terminal hands out whole lines; while this is open it hands out keys ({@code stty -icanon}). Input
 * that is no terminal is read as it is.
 */
final class WatchKeys implements AutoCloseable {

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

    /** Restores the terminal. */
    @Override
    public void close() {
        before.ifPresent(settings -> stty(settings));
    }

    private static Optional<String> stty(String... arguments) {
        return Terminal.stty(ProcessBuilder.Redirect.INHERIT, arguments);
    }
}
