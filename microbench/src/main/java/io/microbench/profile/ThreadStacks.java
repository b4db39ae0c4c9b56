// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of JMH's profiler {@code stack}, which looks at all threads every ten milliseconds: the methods of threads that were
 * running.
 */
final class ThreadStacks {

    private static final Pattern HEADING = Pattern.compile("^\\.+\\[Thread state: (\\w+)]\\.+$");
    private static final Pattern LINE = Pattern.compile("^\\s*[\\d.]+%\\s+([\\d.]+)%\\s+(\\S.*)$");
    private static final String RUNNING = "RUNNABLE";
    private static final double PERCENT = 100;

    private ThreadStacks() {}

    /**
     * Returns the methods that were seen most often, as shares of the running threads; of a method with its callers the method. The
     * profiler does not look further up, so each has a total that is its own time.
     *
     * @param most how many at most
     */
    static List<HotFrame> hottest(String text, int most) {
        List<HotFrame> frames = new ArrayList<>();
        boolean running = false;
        for (String line : text.lines().toList()) {
            Matcher heading = HEADING.matcher(line.strip());
            if (heading.matches()) {
                running = heading.group(1).equals(RUNNING);
                continue;
            }
            Matcher frame = LINE.matcher(line);
            if (running && frame.matches() && !frame.group(2).startsWith("<") && frames.size() < most) {
                double share = Double.parseDouble(frame.group(1)) / PERCENT;
                String name = frame.group(2).strip();
                frames.add(new HotFrame(StackTree.isLoop(name) ? StackTree.LOOP_NAME : name, share, share));
            }
        }
        return frames;
    }
}
