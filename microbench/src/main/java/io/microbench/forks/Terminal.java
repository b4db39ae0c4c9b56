// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ParentProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        return isStandardOutputOf(ProcessHandle.current().pid());
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

    static boolean isStandardOutputOf(long pid) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Shows a line of progress at the bottom of a terminal; does nothing without a terminal.
     *
     * <p>Under Surefire the host's output is a pipe to Maven and part of the test's output, where control characters are
     * unwanted; and JMH leaves its lines unfinished while an iteration runs. So the line is written directly to the
     * terminal device, into the last row, which is excluded from the scrolling region (DECSTBM) until the line is closed.
     */
    public static final class LiveLine implements AutoCloseable {

        private static final Path TERMINAL = Path.of("/dev/tty");
        private static final int MIN_ROWS = 5;

        private final Optional<OutputStream> terminal;
        private final Size size;
        private boolean closed;

        /** The size of a terminal, in characters. */
        record Size(int rows, int columns) {

            /** Parses the output of {@code stty size}; empty if that is not a size, or too small to reserve a line. */
            static Optional<Size> parse(String printed) {
                if (!printed.matches("\\d{1,5} \\d{1,5}")) {
                    return Optional.empty();
                }
                String[] numbers = printed.split(" ", 2);
                Size size = new Size(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
                return size.rows >= MIN_ROWS && size.columns > 0 ? Optional.of(size) : Optional.empty();
            }
        }

        private LiveLine(Optional<OutputStream> terminal, Size size) {
            this.terminal = terminal;
            this.size = size;
        }

        /** Returns a line on the terminal of this process or its parent, or one that does nothing. */
        public static LiveLine onTerminal(Map<String, String> environment, ParentProcess parent) {
            if (environment.containsKey("CI") || "dumb".equals(environment.getOrDefault("TERM", "dumb"))) {
                return none();
            }
            if (!Terminal.isStandardOutput() && parent.pid().stream().noneMatch(Terminal::isStandardOutputOf)) {
                return none();
            }
            try {
                Optional<Size> size = size();
                return size.isPresent() ? on(Files.newOutputStream(TERMINAL), size.get()) : none();
            } catch (IOException e) {
                return none();
            }
        }

        public static LiveLine none() {
            return new LiveLine(Optional.empty(), new Size(0, 0));
        }

        /** Reserves the last row. */
        static LiveLine on(OutputStream terminal, Size size) {
            LiveLine line = new LiveLine(Optional.of(terminal), size);
            // The line feed makes room. The cursor is saved, because setting the region moves it.
            line.write("\n\0337\033[1;" + (size.rows - 1) + "r\0338\033[1A");
            return line;
        }

        private static Optional<Size> size() {
            return Terminal.stty(ProcessBuilder.Redirect.from(TERMINAL.toFile()), "size")
                    .flatMap(Size::parse);
        }

        synchronized boolean isShown() {
            return terminal.isPresent() && !closed;
        }

        /** Replaces the line's text, which is cut if it is too long. */
        synchronized void show(String text) {
            if (!closed) {
                String fitting = text.substring(0, Math.min(text.length(), size.columns));
                write("\0337\033[" + size.rows + ";1H\033[K" + fitting + "\0338");
            }
        }

        /** Releases the last row. */
        @Override
        public synchronized void close() {
            if (closed) {
                return;
            }
            closed = true;
            write("\0337\033[" + size.rows + ";1H\033[K\033[r\0338");
            terminal.ifPresent(out -> {
                try {
                    out.close();
                } catch (IOException e) {
                    // The terminal is closed.
                }
            });
        }

        private void write(String text) {
            terminal.ifPresent(out -> {
                try {
                    out.write(text.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                } catch (IOException e) {
                    // The terminal is closed, but the run continues.
                }
            });
        }
    }
}
