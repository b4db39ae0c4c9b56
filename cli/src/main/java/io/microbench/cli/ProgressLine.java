// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.SnippetScreen.ErrTerminal;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A progress line that is updated in place. Prints nothing if standard error is not a terminal. */
final class ProgressLine implements AutoCloseable {

    private static final String ESCAPE = "\u001B[";

    /** Commands that end within this time print no progress line. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final Console console;
    private final ErrTerminal terminal;
    private final InstantSource clock;
    private Instant begin;
    private Instant next;
    private int before = -1;
    private boolean shown;

    ProgressLine(Console console, ErrTerminal terminal, InstantSource clock) {
        this.console = console;
        this.terminal = terminal;
        this.clock = clock;
        this.begin = clock.instant();
        this.next = begin.plus(QUIET);
    }

    static ProgressLine of(Console console) {
        return new ProgressLine(
                console, ErrTerminal.ofThisProcess(console.style().width()), InstantSource.system());
    }

    /** Returns the time left if the remaining runs take as long as the finished runs. */
    static String left(Duration elapsed, int done, int all) {
        Duration left = elapsed.multipliedBy(all - done).dividedBy(done);
        return Durations.text(Duration.ofSeconds(1 + left.toSeconds())) + " left";
    }

    /** Shows how many runs are done and the time left, once a second has passed. */
    void step(String what, int done, int all) {
        step(what, "run", done, all);
    }

    /**
     * Shows how many things are done and the time left, once a second has passed.
     *
     * @param all the total number of things; 0 if it is unknown
     */
    void step(String what, String noun, int done, int all) {
        Instant now = clock.instant();
        if (before < 0) {
            // The time before the first one is excluded.
            before = done;
            begin = now;
        }
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(BETWEEN);
        String counted = all == 0 || done >= all ? Counted.of(done, noun) : done + " of " + Counted.of(all, noun);
        // The first ones take longer than the others.
        boolean known = done < all && done > before && (done - before) * 100L >= all;
        show(what + ": " + counted
                + (known ? ", " + left(Duration.between(begin, now), done - before, all - before) : ""));
    }

    /** Replaces the line immediately. */
    void show(String text) {
        if (!terminal.live()) {
            return;
        }
        String line = console.style().text(text);
        write("\r" + line.substring(0, Math.min(line.length(), terminal.columns() - 1)) + ESCAPE + "K");
        shown = true;
    }

    void clear() {
        if (shown) {
            write("\r" + ESCAPE + "K");
            shown = false;
        }
    }

    @Override
    public void close() {
        clear();
    }

    /** Writes to the terminal without the filter that removes such sequences from data. */
    private void write(String text) {
        console.err().writeBytes(text.getBytes(console.charset()));
        console.err().flush();
    }
}
