// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.ProfilerChoice;
import io.microbench.text.PreflightException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;

/**
 * Determines which of the requested profilers work on this machine.
 *
 * <p>JMH rejects the whole run if one of them does not, such as {@code perfnorm} on a machine without hardware
 * counters. For a nightly run, numbers without that profiler are better than none; an unknown name is an error, though.
 */
public final class Profilers {

    private static final Pattern LISTED = Pattern.compile("^\\s*(\\w+): ", Pattern.MULTILINE);

    private final Map<String, String> unavailable;

    private Profilers(Map<String, String> unavailable) {
        this.unavailable = unavailable;
    }

    /**
     * Tries each profiler of the cases.
     *
     * @throws PreflightException if there is no such profiler
     */
    public static Profilers tried(List<PlannedCase> cases) {
        Set<String> wanted = new LinkedHashSet<>();
        cases.forEach(planned -> wanted.addAll(planned.plan().profilers()));
        Map<String, String> unavailable = new LinkedHashMap<>();
        for (String profiler : wanted) {
            try {
                ProfilerFactory.getProfilerOrException(ProfilerChoice.config(profiler));
            } catch (ProfilerException e) {
                if (e.getCause() instanceof ClassNotFoundException) {
                    throw new PreflightException("Unknown profiler " + profiler + " in the options of a class. JMH has "
                            + String.join(", ", known()) + "; others are given by their class.");
                }
                unavailable.put(profiler, reason(e));
            }
        }
        return new Profilers(unavailable);
    }

    private static String reason(ProfilerException e) {
        return String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** Returns JMH's profilers, which it prints but does not publish. */
    private static Set<String> known() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ProfilerFactory.listProfilers(new PrintStream(printed, true, StandardCharsets.UTF_8));
        Set<String> names = new TreeSet<>();
        Matcher matcher = LISTED.matcher(printed.toString(StandardCharsets.UTF_8));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** Returns those of the given profilers that work here. */
    public List<String> available(List<String> wanted) {
        return wanted.stream()
                .filter(profiler -> !unavailable.containsKey(profiler))
                .toList();
    }

    /** Returns a warning for each profiler that does not work here. */
    public List<String> warnings() {
        return unavailable.entrySet().stream()
                .map(entry ->
                        "The profiler " + entry.getKey() + " does not work here and is left out: " + entry.getValue())
                .toList();
    }
}
