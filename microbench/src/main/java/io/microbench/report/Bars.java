// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import java.util.Collections;
import java.util.List;

/** Renders values as bars below a title; the bar of the largest value has {@value #LENGTH} blocks. */
final class Bars {

    static final int LENGTH = 50;

    private static final Colour[] COLOURS = {Colour.BLUE, Colour.YELLOW, Colour.GREEN, Colour.MAGENTA, Colour.CYAN};

    private Bars() {}

    record Bar(String name, double value, String text) {}

    /** Returns a title and its bars, each line ended by a line feed. A value above 0 has at least one block. */
    static String render(String title, List<Bar> bars, double largest, ConsoleStyle style) {
        int names = widest(bars.stream().map(bar -> style.text(bar.name())).toList());
        int texts = widest(bars.stream().map(bar -> style.text(bar.text())).toList());
        // Four blanks before a name, a colon and a blank after it, a blank before the text.
        int room = style.width() - names - texts - 7;
        int length = style.width() == 0 ? LENGTH : Math.max(1, Math.min(LENGTH, room));
        StringBuilder drawn = new StringBuilder(style.text(title)).append('\n');
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            String name = style.text(bar.name());
            String blocks = style.text("■").repeat(blocks(bar.value(), largest, length));
            drawn.append(" ".repeat(4 + names - name.length()) + name + ": "
                    + style.paint(COLOURS[i % COLOURS.length], blocks) + (blocks.isEmpty() ? "" : " ")
                    + style.text(bar.text()) + "\n");
        }
        return drawn.toString();
    }

    /** Returns the number of blocks: {@code ceil(length * value / largest)}. */
    static int blocks(double value, double largest, int length) {
        return value > 0 && largest > 0 ? (int) Math.min(length, Math.ceil(length * value / largest)) : 0;
    }

    private static int widest(List<String> texts) {
        return texts.isEmpty()
                ? 0
                : Collections.max(texts.stream().map(String::length).toList());
    }
}
