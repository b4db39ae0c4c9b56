// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.fork.FlightRecording;
import io.microbench.fork.NativeSampling;
import io.microbench.profile.ProfilerGround.ProfilerRequest;
import io.microbench.profile.StackTree.HotFrame;
import io.microbench.result.Failure;
import io.microbench.result.Metric;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * How a profiler is run in a fork, and how its results are read.
 *
 * <p>Each fork has one profiler and a base name for files, to which an extension is added.
 */
public record ProfilerPlan(ProfilerRequest request, Optional<Path> library) {

    private static final int HOTTEST = 5;

    private static final String RECORDING = ".jfr";
    private static final String COLLAPSED = ".async.txt";

    /** Events to try in order: without counters of the processor, timers may be allowed. */
    private static final List<String> EVENTS = List.of("cpu", "ctimer", "itimer", "wall");

    private static final String EVENT = "event=";
    /** Ten times as many samples as by default, because a fork is only measured for a second or two. */
    private static final String INTERVAL = "interval=1ms";

    /** The first JDK that warns of native code. */
    private static final int NATIVE_GUARDED = 24;

    /**
     * Plans a profiler.
     *
     * @param request a request that {@link ProfilerGround} accepts
     * @param library of async-profiler; required if that is requested
     */
    public static ProfilerPlan of(ProfilerRequest request, Optional<Path> library) {
        if (request.isAsync() && library.isEmpty()) {
            throw new IllegalArgumentException(request + " needs the library of async-profiler");
        }
        return new ProfilerPlan(request, library);
    }

    /** Returns the profiler as requested. */
    public String asked() {
        return request.toString();
    }

    /**
     * Returns JMH's name and options of the profiler.
     *
     * @param base the base name of its files
     */
    public String jmh(Path base) {
        return switch (request.name()) {
            case ProfilerRequest.JFR ->
                FlightRecording.class.getName() + ":" + file(base, RECORDING).toAbsolutePath();
            case ProfilerRequest.ASYNC -> NativeSampling.class.getName() + ":" + sampling(base);
            default -> request.toString();
        };
    }

    private String sampling(Path base) {
        List<String> arguments = new ArrayList<>(request.each());
        List<String> events = arguments.stream()
                .filter(option -> option.startsWith(EVENT))
                .map(option -> option.substring(EVENT.length()))
                .toList();
        arguments.removeIf(option -> option.startsWith(EVENT));
        if (events.isEmpty() && arguments.stream().noneMatch(option -> option.startsWith("interval="))) {
            arguments.add(INTERVAL);
        }
        return NativeSampling.options(
                library.orElseThrow().toString(),
                file(base, COLLAPSED).toAbsolutePath().toString(),
                String.join(",", arguments),
                events.isEmpty() ? EVENTS : events);
    }

    private static Path file(Path base, String ending) {
        return base.resolveSibling(base.getFileName() + ending);
    }

    /**
     * Returns arguments of the fork's JVM.
     *
     * @param feature release of its JDK, such as 17
     */
    public List<String> arguments(int feature) {
        List<String> arguments = new ArrayList<>();
        if (request.name().equals(ProfilerRequest.JFR) || request.isAsync()) {
            // Otherwise a profile shows methods with safepoint polls, not those that take the time.
            arguments.add("-XX:+UnlockDiagnosticVMOptions");
            arguments.add("-XX:+DebugNonSafepoints");
        }
        if (request.isAsync() && feature >= NATIVE_GUARDED) {
            arguments.add("--enable-native-access=ALL-UNNAMED");
        }
        return arguments;
    }

    /**
     * Reads the results of the profiler.
     *
     * @param secondary JMH's secondary results of the fork, by label
     * @param texts texts of results without a number, by label
     * @throws IOException if a file does not exist, or cannot be read
     */
    public Profiled read(Path base, Map<String, Metric> secondary, Map<String, String> texts) throws IOException {
        if (request.name().equals(ProfilerRequest.JFR)) {
            return sampled(request.name(), file(base, RECORDING), RecordedStacks.read(file(base, RECORDING)));
        }
        if (request.isAsync()) {
            Path collapsed = file(base, COLLAPSED);
            String event = texts.getOrDefault(NativeSampling.EVENT, "").strip();
            return sampled(
                    request.name() + (event.isEmpty() ? "" : ", event " + event),
                    collapsed,
                    CollapsedStacks.read(collapsed));
        }
        Map<String, Metric> metrics = new TreeMap<>(secondary);
        metrics.values().removeIf(metric -> Double.isNaN(metric.score()));
        String text = String.join("\n", new TreeMap<>(texts).values());
        List<Path> files = new ArrayList<>();
        if (!text.isBlank()) {
            Path file = file(base, "." + request.name() + ".txt");
            WholeFile.write(file, text);
            files.add(file);
        }
        return new Profiled(
                request.name(),
                metrics,
                text,
                Optional.empty(),
                request.name().equals("stack") ? ThreadStacks.hottest(text, HOTTEST) : List.of(),
                files);
    }

    private static Profiled sampled(String name, Path file, StackTree stacks) {
        return new Profiled(name, Map.of(), "", Optional.of(stacks), stacks.hottest(HOTTEST), List.of(file));
    }

    /**
     * The result of a profiler for one fork.
     *
     * @param profiler its name; for async-profiler with the event: {@code async, event cpu}
     * @param metrics its numbers by label; none for most sampling profilers
     * @param text its further text; may be empty
     * @param stacks the sampled stacks; empty if it keeps none
     * @param hottest the methods that were most often on top of the stack; none if it samples no methods
     * @param files written by the profiler
     */
    public record Profiled(
            String profiler,
            Map<String, Metric> metrics,
            String text,
            Optional<StackTree> stacks,
            List<HotFrame> hottest,
            List<Path> files) {

        public Profiled {
            metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
            hottest = List.copyOf(hottest);
            files = List.copyOf(files);
        }
    }

    /**
     * Describes the outcome of a fork with a profiler.
     *
     * @param delivered the result of the profiler; empty if it failed
     * @param failure why there is no result; empty if there is one
     */
    public record ProfiledFork(Optional<Profiled> delivered, Optional<Failure> failure) {

        /**
         * Reads the result of a profiler, see {@link ProfilerPlan#read}.
         *
         * @param failure failure of the fork; if present, nothing is read
         */
        public static ProfiledFork read(
                ProfilerPlan profiler,
                Path base,
                Optional<Failure> failure,
                Map<String, Metric> secondary,
                Map<String, String> texts) {
            if (failure.isPresent()) {
                return failed(failure.get());
            }
            try {
                return new ProfiledFork(Optional.of(profiler.read(base, secondary, texts)), Optional.empty());
            } catch (IOException e) {
                return failed(Failure.of(Failure.Kind.INCOMPLETE, "its files cannot be written or read (" + e + ")."));
            }
        }

        private static ProfiledFork failed(Failure why) {
            return new ProfiledFork(Optional.empty(), Optional.of(why));
        }

        /** Returns whether the run was stopped meanwhile. */
        public boolean wasStopped() {
            return failure.filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent();
        }
    }

    /**
     * Reads collapsed stacks, the format of most tools for flame graphs: a line for each stack, with its methods from the outermost one on,
     * separated by semicolons, a blank, and the number of samples.
     */
    static final class CollapsedStacks {

        private CollapsedStacks() {}

        static StackTree read(Path file) throws IOException {
            try (Stream<String> lines = Files.lines(file)) {
                StackTree.Builder tree = new StackTree.Builder();
                int number = 0;
                for (Iterator<String> all = lines.iterator(); all.hasNext(); ) {
                    number++;
                    String line = all.next();
                    if (!line.isBlank() && !add(line, tree)) {
                        throw new IOException(
                                file + ", line " + number + ": expected methods separated by semicolons, a blank"
                                        + " and a number of samples, such as a.B.c;a.B.d 7");
                    }
                }
                return tree.build();
            }
        }

        private static boolean add(String line, StackTree.Builder tree) {
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
    }

    /** Reads the stacks sampled by the JDK's Flight Recorder, of threads that ran Java code. */
    static final class RecordedStacks {

        private static final String SAMPLE = "jdk.ExecutionSample";

        private RecordedStacks() {}

        static StackTree read(Path recording) throws IOException {
            StackTree.Builder tree = new StackTree.Builder();
            try (RecordingFile file = new RecordingFile(recording)) {
                while (file.hasMoreEvents()) {
                    RecordedEvent event = file.readEvent();
                    RecordedStackTrace stack = event.getStackTrace();
                    if (stack != null && event.getEventType().getName().equals(SAMPLE)) {
                        tree.add(frames(stack), 1);
                    }
                }
            }
            return tree.build();
        }

        private static List<String> frames(RecordedStackTrace stack) {
            List<String> frames = new ArrayList<>();
            for (RecordedFrame frame : stack.getFrames()) {
                RecordedMethod method = frame.getMethod();
                frames.add(method.getType().getName() + "." + method.getName());
            }
            Collections.reverse(frames);
            return frames;
        }
    }

    /**
     * Parses the text of JMH's profiler {@code stack}, which samples all threads every ten milliseconds, for the methods of running
     * threads.
     */
    static final class ThreadStacks {

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
}
