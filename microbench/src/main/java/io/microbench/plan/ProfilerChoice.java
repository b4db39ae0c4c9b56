// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import io.microbench.text.PreflightException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/**
 * Chooses one profiler of each kind, whether it is named by its short name or by its class.
 *
 * <p>JMH refuses to run two with the same name, and counts everything twice with two of the same class.
 */
public final class ProfilerChoice {

    /** The profiler of every fork; it works everywhere. Without options, the harness has a quicker one with the same results. */
    public static final String ALLOCATION = "gc";

    private ProfilerChoice() {}

    /** Returns the default profilers and those of the class; the latter take precedence. */
    static List<String> of(List<String> usual, List<ProfilerConfig> configs) {
        if (configs.isEmpty()) {
            return usual;
        }
        Map<String, ProfilerConfig> chosen = new LinkedHashMap<>();
        usual.forEach(text -> put(chosen, config(text)));
        Map<String, ProfilerConfig> ofClass = new LinkedHashMap<>();
        configs.forEach(config -> put(ofClass, config));
        ofClass.forEach((kind, config) -> {
            ProfilerConfig known = chosen.get(kind);
            if (known == null || !known.getOpts().equals(config.getOpts())) {
                chosen.put(kind, config);
            }
        });
        return chosen.values().stream().map(ProfilerChoice::text).toList();
    }

    /** If a profiler is given several times, the last one with options wins. */
    private static void put(Map<String, ProfilerConfig> chosen, ProfilerConfig config) {
        chosen.merge(kind(config), config, (known, next) -> next.getOpts().isEmpty() ? known : next);
    }

    private static String text(ProfilerConfig config) {
        return config.getOpts().isEmpty() ? config.getKlass() : config.getKlass() + ":" + config.getOpts();
    }

    /** Returns the name and the options of a profiler written as {@code stack:lines=3}. */
    public static ProfilerConfig config(String text) {
        String[] nameAndOptions = text.split(":", 2);
        return new ProfilerConfig(nameAndOptions[0], nameAndOptions.length > 1 ? nameAndOptions[1] : "");
    }

    /** Returns the class of a profiler; its requested name if it cannot work here. */
    private static String kind(ProfilerConfig config) {
        try {
            return ProfilerFactory.getProfilerOrException(config).getClass().getName();
        } catch (ProfilerException e) {
            return config.getKlass();
        }
    }

    /**
     * The profilers that do not work on this machine.
     *
     * <p>JMH rejects the whole run if one of the profilers does not work, such as {@code perfnorm} on a machine without
     * hardware counters. For a nightly run, numbers without that profiler are better than none; an unknown name is an
     * error, though.
     *
     * @param reasons the reason why each does not work, in one line
     */
    public record UnavailableProfilers(Map<String, String> reasons) {

        public static UnavailableProfilers ofCases(List<PlannedCase> cases) {
            return of(cases.stream()
                    .flatMap(planned -> planned.plan().profilers().stream())
                    .filter(profiler -> !profiler.equals(ALLOCATION))
                    .distinct()
                    .toList());
        }

        /** Tries profilers; fails if one does not exist. */
        public static UnavailableProfilers of(List<String> wanted) {
            Map<String, String> reasons = new LinkedHashMap<>();
            for (String profiler : wanted) {
                try {
                    ProfilerFactory.getProfilerOrException(config(profiler));
                } catch (ProfilerException e) {
                    if (e.getCause() instanceof ClassNotFoundException) {
                        throw new PreflightException("Unknown profiler " + profiler
                                + " in the options of a class. Expected a name that JMH's option"
                                + " -lprof lists, or a class.");
                    }
                    reasons.put(profiler, String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
                }
            }
            return new UnavailableProfilers(reasons);
        }

        public PlannedCase leftOutOf(PlannedCase planned) {
            return planned.with(planned.plan()
                    .withProfilers(planned.plan().profilers().stream()
                            .filter(profiler -> !reasons.containsKey(profiler))
                            .toList()));
        }

        public List<String> warnings() {
            return reasons.entrySet().stream()
                    .map(entry -> "The profiler " + entry.getKey() + " does not work here and is left out: "
                            + entry.getValue())
                    .toList();
        }
    }
}
