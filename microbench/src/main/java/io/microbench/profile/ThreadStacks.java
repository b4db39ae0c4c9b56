// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the text of JMH's profiler {@code stack}, which samples all threads every ten milliseconds, for the methods of running
 * threads.
 */
final class ThreadStacks {

    private static final Pattern HEADING = Pattern.compile("^\\.+\\[Thread state: (\\w+)]\\.+$");
    private static final Pattern LINE = Pattern.compile("^\\s*[\\d.]+%\\s+([\\d.]+)%\\s+(\\S.*)$");
    private static final String RUNNING = "RUNNABLE";
    private static final double PERCENT = 100;

    private ThreadStacks() {}

    /**
     * Returns the methods with the most samples, as shares of the running threads, without their callers. The profiler does not
     * record the whole stack, so the total of each is its own time.
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
