// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.fork.FlightRecording;
import io.microbench.fork.NativeSampling;
import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.profile.StackTree.HotFrame;
import io.microbench.result.Failure;
import io.microbench.result.Metric;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * How a profiler is run in a fork, and how its results are read.
 *
 * <p>Each fork has one profiler and a base name for files, to which an extension is added.
 *
 * @param request a request that {@link ProfilerSupport} accepts
 * @param library the library of async-profiler; required if that is requested
 */
public record ProfilerPlan(ProfilerRequest request, Optional<Path> library) {

    private static final int HOTTEST = 5;

    private static final String RECORDING = ".jfr";
    private static final String COLLAPSED = ".async.txt";

    /** Events to try in order: if hardware counters are not available, timers may be. */
    private static final List<String> EVENTS = List.of("cpu", "ctimer", "itimer", "wall");

    private static final String EVENT = "event=";
    /** An interval with ten times as many samples as the default, because a fork is only measured for a second or two. */
    private static final String INTERVAL = "interval=1ms";

    /** The first JDK that warns about native code. */
    private static final int NATIVE_GUARDED = 24;

    public ProfilerPlan {
        if (request.isAsync() && library.isEmpty()) {
            throw new IllegalArgumentException(request + " needs the library of async-profiler");
        }
    }

    /**
     * Plans the profilers of a setting.
     *
     * @param lists see {@link ProfilerRequest#parse}
     * @param asyncLibrary finds the library of async-profiler, if it is requested
     * @throws io.microbench.settings.ConfigurationException if one is unknown or cannot work here
     */
    public static List<ProfilerPlan> all(
            String setting, List<String> lists, ProfilerSupport ground, Supplier<Path> asyncLibrary) {
        List<ProfilerRequest> requests = ProfilerRequest.parse(setting, lists);
        ground.check(setting, requests);
        Optional<Path> library = requests.stream().anyMatch(ProfilerRequest::isAsync)
                ? Optional.of(asyncLibrary.get())
                : Optional.empty();
        return requests.stream()
                .map(request -> new ProfilerPlan(request, library))
                .toList();
    }

    public String requested() {
        return request.toString();
    }

    /** Returns JMH's name and options of the profiler, with the base name of its files. */
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

    /** Returns arguments of the fork's JVM, given the release of its JDK, such as 17. */
    public List<String> arguments(int feature) {
        List<String> arguments = new ArrayList<>();
        if (request.name().equals(ProfilerRequest.JFR) || request.isAsync()) {
            // Otherwise a profile shows methods with safepoint polls, not the methods that take the time.
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
            return sampled(request.name(), file(base, RECORDING), StackTree.recorded(file(base, RECORDING)));
        }
        if (request.isAsync()) {
            Path collapsed = file(base, COLLAPSED);
            String event = texts.getOrDefault(NativeSampling.EVENT, "").strip();
            return sampled(
                    request.name() + (event.isEmpty() ? "" : ", event " + event),
                    collapsed,
                    StackTree.collapsed(collapsed));
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
                request.name().equals("stack") ? StackTree.hottest(text, HOTTEST) : List.of(),
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
     * @param stacks the sampled stacks; empty if it keeps none
     * @param hottest the methods that were most often on top of the stack; none if it samples no methods
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

        /** Reads the result of a profiler as {@link ProfilerPlan#read} does, unless the fork failed. */
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

        public boolean wasStopped() {
            return failure.filter(why -> why.kind() == Failure.Kind.STOPPED).isPresent();
        }
    }
}
