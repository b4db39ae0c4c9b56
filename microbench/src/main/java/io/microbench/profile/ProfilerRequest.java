// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.settings.ConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A requested profiler.
 *
 * @param name one of {@link #NAMES}
 * @param options in JMH's notation, {@code lines=3;top=5}; empty if none are given
 */
public record ProfilerRequest(String name, String options) {

    static final String JFR = "jfr";
    static final String ASYNC = "async";

    /** JMH's profilers, and jfr and async of the harness, because forks lack a library that JMH's need. */
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
     * @param setting the setting with the lists, for messages
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

    /** Returns whether it needs the library of async-profiler. */
    public boolean isAsync() {
        return name.equals(ASYNC);
    }

    List<String> each() {
        return options.isEmpty() ? List.of() : List.of(options.split(";", -1));
    }

    /** Returns the request in its original form. */
    @Override
    public String toString() {
        return options.isEmpty() ? name : name + ":" + options;
    }
}
