// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps what is known of each snippet while it is measured, and writes a line for each: how much is done, the time of a call
 * and the rate so far.
 *
 * <p>The value is that of the last warm-up until there is a sample, and from then on the geometric mean of all samples, so
 * that a further fork refines it.
 */
final class SnippetRows {

    private static final int BAR = 10;
    private static final int SHORT_BAR = 5;
    private static final int VALUE = 10;
    private static final int RATE = 12;
    private static final int STATE = 10;
    /** In fewer columns there is no rate, and the bar is short. */
    private static final int NARROW = 64;

    private final Map<String, Row> rows = new LinkedHashMap<>();

    private static final class Row {

        private Progress last;
        private double logarithms;
        private int samples;

        Row(Progress first) {
            last = first;
        }

        void take(Progress progress) {
            last = progress;
            if (!progress.warmup() && progress.nanos() > 0 && Double.isFinite(progress.nanos())) {
                logarithms += Math.log(progress.nanos());
                samples++;
            }
        }

        double nanos() {
            return samples == 0 ? last.nanos() : Math.exp(logarithms / samples);
        }

        double rate() {
            return last.workers() * 1e9 / nanos();
        }

        double done() {
            return Math.min(1, (last.fork() - 1 + last.part()) / last.forks());
        }

        String state(boolean tight) {
            if (samples == 0) {
                return tight ? "warm" : "warming up";
            }
            return (tight ? "" : "fork ") + last.fork() + "/" + Math.max(last.fork(), last.forks());
        }
    }

    /** Takes a new measured value. */
    void take(Progress progress) {
        rows.computeIfAbsent(progress.snippet(), name -> new Row(progress)).take(progress);
    }

    /** Returns the progress of a snippet with at least one value, as text. */
    String sentence(String snippet) {
        Row row = row(snippet);
        return snippet + ": " + Quantity.DURATION.format(row.nanos()) + ", " + Quantity.COUNT.format(row.rate())
                + "/s after fork " + row.last.fork() + " of at most " + row.last.forks();
    }

    private Row row(String snippet) {
        Row row = rows.get(snippet);
        if (row == null) {
            throw new IllegalArgumentException("Nothing is known of " + snippet);
        }
        return row;
    }

    /**
     * Returns a line for each snippet that was begun, of many the last ones.
     *
     * @param width in which each line fits
     * @param most how many lines there may be, at least 1
     */
    List<String> lines(ConsoleStyle style, int width, int most) {
        List<String> names = new ArrayList<>(rows.keySet());
        List<String> shown = names.subList(Math.max(0, names.size() - most), names.size());
        boolean tight = width < NARROW;
        int rest = tight ? SHORT_BAR + VALUE + 5 + 3 : BAR + VALUE + RATE + STATE + 6;
        int widest =
                shown.stream().mapToInt(name -> style.text(name).length()).max().orElse(0);
        int room = Math.max(1, Math.min(widest, width - rest));
        return shown.stream().map(name -> line(style, name, room, tight)).toList();
    }

    private String line(ConsoleStyle style, String name, int room, boolean tight) {
        Row row = row(name);
        String text = cut(style, style.text(name), room) + "  " + bar(row.done(), tight ? SHORT_BAR : BAR)
                + right(Quantity.DURATION.format(row.nanos()), VALUE)
                + (tight ? "" : "  " + right(Quantity.COUNT.format(row.rate()) + "/s", RATE - 2))
                + (tight ? " " : "  ") + row.state(tight);
        return style.text(text);
    }

    private static String bar(double share, int length) {
        int full = (int) Math.floor(share * length + 1e-9);
        return "■".repeat(full) + "-".repeat(length - full);
    }

    private static String cut(ConsoleStyle style, String text, int room) {
        return text.length() <= room
                ? text + " ".repeat(room - text.length())
                : text.substring(0, room - 1) + style.text("…").charAt(0);
    }

    private static String right(String text, int room) {
        return " ".repeat(Math.max(0, room - text.length())) + text;
    }
}
