// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Determines whether a process prints to a terminal; a JVM from JDK 22 on has a console without one. */
public final class Terminal {

    private static final long PATIENCE_SECONDS = 10;

    private Terminal() {}

    /**
     * Returns whether the standard output of this JVM is a terminal. Under Surefire it is a pipe, whose content ends up in
     * reports. False if the system has no {@code /proc}.
     */
    public static boolean isStandardOutput() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Runs {@code stty}.
     *
     * @param terminal the terminal, as the input of the program
     * @return its output; empty if it failed, as for input that is not a terminal, or if there is no such program
     */
    public static Optional<String> stty(ProcessBuilder.Redirect terminal, String... arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            Process stty = new ProcessBuilder(command)
                    .redirectInput(terminal)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // The terminal stops it in a background job, where it would never end.
            if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            String printed = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return stty.exitValue() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
