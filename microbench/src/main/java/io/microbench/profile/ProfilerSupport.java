// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.plan.ProfilerChoice.UnavailableProfilers;
import io.microbench.settings.ConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Determines why profilers do not work on this machine, and what to do about it.
 *
 * @param refusal returns why JMH rejects a profiler; empty if it accepts it
 */
public record ProfilerSupport(Function<ProfilerRequest, Optional<String>> refusal) {

    private static final String PERF = " It needs Linux, its program perf, hardware counters, which most virtual"
            + " machines and containers hide, and permission to read them: sysctl kernel.perf_event_paranoid=1 as root."
            + " jfr and async need no counters.";
    private static final Pattern OPTION = Pattern.compile("(?<=\\s)(\\w+)=<");

    private static final Pattern ARGUMENT = Pattern.compile("[a-z0-9]+(=[^,\\s]+)?");

    /** Arguments of async-profiler that set when it runs and where its output goes. */
    private static final Pattern OURS = Pattern.compile(
            "(file|log|start|stop|dump|resume|check|status|meminfo|list|version|jfr|tree|flamegraph|collapsed|traces|flat|loop|timeout)(=.*)?");

    public static ProfilerSupport here() {
        return new ProfilerSupport(request -> Optional.ofNullable(
                UnavailableProfilers.of(List.of(request.toString())).reasons().get(request.toString())));
    }

    /** Checks that the profilers of a setting work on this machine. */
    public void check(String setting, List<ProfilerRequest> requests) {
        for (ProfilerRequest request : requests) {
            problem(request).ifPresent(why -> {
                throw new ConfigurationException(setting + " " + request + ": " + why);
            });
        }
    }

    private Optional<String> problem(ProfilerRequest request) {
        return switch (request.name()) {
            case ProfilerRequest.JFR ->
                request.options().isEmpty() ? Optional.empty() : Optional.of("it takes no options.");
            case ProfilerRequest.ASYNC -> asyncProblem(request);
            default ->
                refusal.apply(request).map(why -> usage(why)
                        .orElse("it does not work here: " + sentence(why)
                                + (request.name().startsWith("perf") ? PERF : "")));
        };
    }

    private static Optional<String> asyncProblem(ProfilerRequest request) {
        return request.each().stream()
                .filter(option -> !ARGUMENT.matcher(option).matches()
                        || OURS.matcher(option).matches())
                .map(option -> "\"" + option
                        + "\" is not a valid option. Expected arguments of async-profiler's start, such as"
                        + " event=alloc or interval=100us, separated by semicolons.")
                .findFirst();
    }

    /** Returns the accepted options from the help text that JMH prints for an unknown option. */
    private static Optional<String> usage(String refusal) {
        if (!refusal.contains("Usage:")) {
            return Optional.empty();
        }
        List<String> names =
                OPTION.matcher(refusal).results().map(option -> option.group(1)).toList();
        return Optional.of("its options cannot be read. "
                + (names.isEmpty()
                        ? "It takes none."
                        : "Expected " + String.join(", ", names)
                                + ", each with = and a value, separated by semicolons."));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /**
     * A requested profiler.
     *
     * @param name one of {@link #NAMES}
     * @param options the options in JMH's notation, {@code lines=3;top=5}; empty if none are given
     */
    public record ProfilerRequest(String name, String options) {

        static final String JFR = "jfr";
        static final String ASYNC = "async";

        /** JMH's profilers, but with the harness's own jfr and async, because forks lack a library that JMH's need. */
        static final List<String> NAMES = List.of(
                "gc",
                "stack",
                JFR,
                ASYNC,
                "perf",
                "perfnorm",
                "perfasm",
                "perfc2c",
                "cl",
                "comp",
                "mempool",
                "pauses",
                "safepoints",
                "xperfasm",
                "dtraceasm");

        /**
         * Parses lists of profilers.
         *
         * @param lists each has names separated by commas, with options after a colon: {@code gc,stack:lines=3;top=5}
         * @throws ConfigurationException if a name is unknown or duplicate
         */
        public static List<ProfilerRequest> parse(String setting, List<String> lists) {
            List<ProfilerRequest> requests = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (String list : lists) {
                for (String item : list.split(",", -1)) {
                    String[] nameAndOptions = item.strip().split(":", 2);
                    String name = nameAndOptions[0];
                    if (!NAMES.contains(name)) {
                        throw new ConfigurationException(setting + " " + list + ": there is no profiler "
                                + (name.isEmpty() ? "without a name" : name) + ". Expected " + String.join(", ", NAMES)
                                + ", separated by commas, with options as in stack:lines=3;top=5.");
                    }
                    if (!names.add(name)) {
                        throw new ConfigurationException(
                                setting + " names " + name + " twice. Each runs once: leave one of them out.");
                    }
                    requests.add(new ProfilerRequest(name, nameAndOptions.length > 1 ? nameAndOptions[1] : ""));
                }
            }
            return requests;
        }

        public boolean isAsync() {
            return name.equals(ASYNC);
        }

        List<String> each() {
            return options.isEmpty() ? List.of() : List.of(options.split(";", -1));
        }

        @Override
        public String toString() {
            return options.isEmpty() ? name : name + ":" + options;
        }
    }
}
