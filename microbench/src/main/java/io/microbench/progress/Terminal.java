// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.progress;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds out whether a process prints to a terminal; the JVM does not say, and from JDK 22 on has a console without one. */
public final class Terminal {

    private static final long PATIENCE_SECONDS = 10;

    private Terminal() {}

    /**
     * Returns whether the standard output of this JVM is a terminal. Under Surefire it is a pipe, and what goes through it ends
     * up in reports; where the system has no {@code /proc} it is taken for none.
     */
    public static boolean isStandardOutput() {
        return isStandardOutputOf(ProcessHandle.current().pid());
    }

    /**
     * Runs {@code stty}.
     *
     * @param terminal the terminal, as what the program reads
     * @return what it printed; empty where it failed, as it does for input that is no terminal, and where there is no such program
     */
    public static Optional<String> stty(ProcessBuilder.Redirect terminal, String... arguments) {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        try {
            Process stty = new ProcessBuilder(command)
                    .redirectInput(terminal)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Of a job in the background the terminal stops it, and it would never end.
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

    static boolean isStandardOutputOf(long pid) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
