/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Keeps one line of progress at the foot of a terminal; does nothing where there is none.
 *
 * <p>Under Surefire the host's output is a pipe to Maven and is kept as the test's output, where control characters would be
 * rubbish; and JMH leaves its lines open while an iteration runs. So the line is written to the terminal device itself, into
 * the last row, which is taken out of the scrolling region (DECSTBM) until the line is closed.
 */
final class LiveLine implements AutoCloseable {

    private static final Path TERMINAL = Path.of("/dev/tty");
    private static final int MIN_ROWS = 5;

    private final Optional<OutputStream> terminal;
    private final int rows;

    private LiveLine(Optional<OutputStream> terminal, int rows) {
        this.terminal = terminal;
        this.rows = rows;
    }

    /** Returns a line on the terminal that this process or its launcher prints to, or one that does nothing. */
    static LiveLine onTerminal(Map<String, String> environment, Launcher launcher) {
        if (environment.containsKey("CI") || "dumb".equals(environment.getOrDefault("TERM", "dumb"))) {
            return none();
        }
        if (!printsToTerminal(ProcessHandle.current().pid())
                && launcher.pid().stream().noneMatch(LiveLine::printsToTerminal)) {
            return none();
        }
        try {
            OptionalInt rows = rows();
            return rows.isPresent() && rows.getAsInt() >= MIN_ROWS
                    ? on(Files.newOutputStream(TERMINAL), rows.getAsInt())
                    : none();
        } catch (IOException e) {
            return none();
        }
    }

    static LiveLine none() {
        return new LiveLine(Optional.empty(), 0);
    }

    /** Takes the last of {@code rows} rows. */
    static LiveLine on(OutputStream terminal, int rows) {
        LiveLine line = new LiveLine(Optional.of(terminal), rows);
        // A new line makes room, saving the cursor keeps it where it was: setting the region moves it.
        line.write("\n\0337\033[1;" + (rows - 1) + "r\0338\033[1A");
        return line;
    }

    private static boolean printsToTerminal(long pid) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    private static OptionalInt rows() throws IOException {
        Process stty = new ProcessBuilder("stty", "size")
                .redirectInput(new File(TERMINAL.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        return size.matches("\\d+ \\d+")
                ? OptionalInt.of(Integer.parseInt(size.split(" ", 2)[0]))
                : OptionalInt.empty();
    }

    /** Replaces the line's text. */
    synchronized void show(String text) {
        write("\0337\033[" + rows + ";1H\033[K" + text + "\0338");
    }

    /** Gives the last row back. */
    @Override
    public synchronized void close() {
        write("\0337\033[" + rows + ";1H\033[K\033[r\0338");
    }

    private void write(String text) {
        terminal.ifPresent(out -> {
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                // The terminal has gone away; the run has not.
            }
        });
    }
}
