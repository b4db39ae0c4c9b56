// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import java.io.IOException;
import java.io.LineNumberReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * A tree of sampled stacks, merged from the outermost method inwards.
 *
 * <p>The frames that start a benchmark's thread and JMH's loop are the same in every sample and are left out; the loop itself is kept
 * to show its share.
 *
 * @param roots the outermost methods, the busiest first
 */
public record StackTree(long samples, List<StackFrame> roots) {

    /** Suffix of the generated methods with JMH's loop of an iteration. */
    private static final String LOOP = "_jmhStub";

    /**
     * Maximum depth of a stack; the middle of a deeper one, such as in endless recursion, is left out, as the tree is walked recursively.
     */
    private static final int DEEPEST = 400;

    private static final String LEFT_OUT = "...";

    /** The name shown for the methods with JMH's loop, whose own names are long and meaningless. */
    private static final String LOOP_NAME = "the loop of JMH";

    /** A lambda, and the part of its class name that makes it unique. */
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda)[^;]*?(?=\\.[^.]*$)");

    /** The address after the name of a hidden class. */
    private static final Pattern ADDRESS = Pattern.compile("[./+]0x[0-9a-f]{4,}");

    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final Pattern HEADING = Pattern.compile("^\\.+\\[Thread state: (\\w+)]\\.+$");
    private static final Pattern LINE = Pattern.compile("^\\s*[\\d.]+%\\s+([\\d.]+)%\\s+(\\S.*)$");
    private static final String RUNNING = "RUNNABLE";
    private static final double PERCENT = 100;

    public StackTree {
        roots = List.copyOf(roots);
    }

    /**
     * Reads collapsed stacks, the format of most tools for flame graphs: a line for each stack, with its methods from
     * the outermost one on, separated by semicolons, then a blank and the number of samples.
     */
    static StackTree collapsed(Path file) throws IOException {
        Builder tree = new Builder();
        try (LineNumberReader lines = new LineNumberReader(Files.newBufferedReader(file))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !add(line, tree)) {
                    throw new IOException(file + ", line " + lines.getLineNumber()
                            + ": expected methods separated by semicolons, a blank"
                            + " and a number of samples, such as a.B.c;a.B.d 7");
                }
            }
        }
        return tree.build();
    }

    private static boolean add(String line, Builder tree) {
        int blank = line.lastIndexOf(' ');
        if (blank < 1) {
            return false;
        }
        try {
            long count = Long.parseLong(line.substring(blank + 1));
            tree.add(Arrays.asList(line.substring(0, blank).split(";")), count);
            return count > 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static StackTree recorded(Path recording) throws IOException {
        Builder tree = new Builder();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (stack != null && event.getEventType().getName().equals(SAMPLE)) {
                    List<String> frames = new ArrayList<>();
                    for (RecordedFrame frame : stack.getFrames()) {
                        RecordedMethod method = frame.getMethod();
                        frames.add(method.getType().getName() + "." + method.getName());
                    }
                    Collections.reverse(frames);
                    tree.add(frames, 1);
                }
            }
        }
        return tree.build();
    }

    /**
     * Returns the methods with the most samples in the output of JMH's profiler {@code stack}, which samples all
     * threads every ten milliseconds: as shares of the running threads, without their callers. The profiler does not
     * record the whole stack, so the total of each method equals its self time.
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
                frames.add(new HotFrame(isLoop(name) ? LOOP_NAME : name, share, share));
            }
        }
        return frames;
    }

    public List<HotFrame> hottest(int most) {
        Map<String, long[]> counts = new HashMap<>();
        roots.forEach(root -> count(root, new HashSet<>(), counts));
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue()[0] > 0)
                .map(entry -> new HotFrame(
                        entry.getKey(), (double) entry.getValue()[0] / samples, (double) entry.getValue()[1] / samples))
                .sorted(Comparator.comparingDouble(HotFrame::self).reversed().thenComparing(HotFrame::name))
                .limit(most)
                .toList();
    }

    /** Adds a frame; a recursive method counts once per sample. */
    private static void count(StackFrame frame, Set<String> above, Map<String, long[]> counts) {
        boolean first = above.add(frame.name());
        long[] both = counts.computeIfAbsent(frame.name(), name -> new long[2]);
        both[0] += frame.self();
        both[1] += first ? frame.total() : 0;
        frame.calls().forEach(call -> count(call, above, counts));
        if (first) {
            above.remove(frame.name());
        }
    }

    private static boolean isLoop(String frame) {
        return frame.endsWith(LOOP);
    }

    public static final class Builder {

        private final Node root = new Node();
        private long samples;

        /** Adds samples of one stack, from the outermost to the innermost method; an empty one is not counted. */
        public Builder add(List<String> frames, long count) {
            if (frames.isEmpty()) {
                return this;
            }
            samples += count;
            Node node = root;
            for (String frame : cut(frames.subList(loop(frames), frames.size()))) {
                node = node.calls.computeIfAbsent(plain(frame), name -> new Node());
                node.total += count;
            }
            node.self += count;
            return this;
        }

        private static List<String> cut(List<String> frames) {
            if (frames.size() <= DEEPEST) {
                return frames;
            }
            List<String> kept = new ArrayList<>(frames.subList(0, DEEPEST / 2));
            kept.add(LEFT_OUT);
            kept.addAll(frames.subList(frames.size() - DEEPEST / 2 + 1, frames.size()));
            return kept;
        }

        private static int loop(List<String> frames) {
            for (int i = frames.size() - 1; i > 0; i--) {
                if (isLoop(frames.get(i))) {
                    return i;
                }
            }
            return 0;
        }

        private static String plain(String frame) {
            if (isLoop(frame)) {
                return LOOP_NAME;
            }
            String name = frame.indexOf('$') < 0 ? frame : LAMBDA.matcher(frame).replaceFirst("$1");
            return name.contains("0x") ? ADDRESS.matcher(name).replaceAll("") : name;
        }

        public StackTree build() {
            return new StackTree(samples, root.frames());
        }
    }

    private static final class Node {

        private final Map<String, Node> calls = new LinkedHashMap<>();
        private long self;
        private long total;

        private List<StackFrame> frames() {
            List<StackFrame> frames = new ArrayList<>();
            calls.forEach((name, node) -> frames.add(new StackFrame(name, node.self, node.total, node.frames())));
            frames.sort(Comparator.comparingLong(StackFrame::total).reversed().thenComparing(StackFrame::name));
            return frames;
        }
    }

    /**
     * A method and its share of the time.
     *
     * @param self share of the samples in which it was on top of the stack, in 0..1
     * @param total share of the samples in which it was anywhere on the stack, in 0..1
     */
    public record HotFrame(String name, double self, double total) {}

    /**
     * A method in a stack tree, with the methods that it called.
     *
     * @param self samples in which it was on top of the stack
     * @param total samples in which it was on the stack at this place
     * @param calls the methods that it called, the busiest first
     */
    public record StackFrame(String name, long self, long total, List<StackFrame> calls) {

        public StackFrame {
            calls = List.copyOf(calls);
        }
    }
}
