// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * Identifies a case: a benchmark method with its parameters, thread count and mode.
 *
 * <p>Its {@link #text()} identifies the case everywhere: it is the unique id in JUnit, the key in JSON, the anchor in reports, and the text
 * that filters match.
 *
 * @param className the fully qualified name of the benchmark class, with a dot before nested classes, as in JMH
 * @param method the benchmark method, or the group's name for a JMH group
 * @param parameters parameter values by name, in the order of the names
 * @param threads the number of worker threads, at least 1
 * @param mode JMH's short label of the mode; empty if it is the only mode of the method
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record CaseId(
        String className, String method, SortedMap<String, String> parameters, int threads, Optional<String> mode) {

    public CaseId {
        // The cast prevents the map's comparator from being kept.
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) parameters));
        if (threads < 1) {
            throw new IllegalArgumentException("threads = " + threads + ": a case has at least 1");
        }
    }

    /** Returns class and method, as JMH prints them: {@code package.Class.method}. */
    public String benchmark() {
        return className + "." + method;
    }

    /** Returns the full id: {@code package.Class.method:size=1024,threads=4}. */
    public String text() {
        return benchmark() + ":" + variant();
    }

    /** Returns the values that distinguish this case from others of its method: {@code size=1024,threads=4}. */
    public String variant() {
        StringJoiner joined = new StringJoiner(",");
        parameters.forEach((name, value) -> joined.add(name + "=" + escape(value)));
        joined.add("threads=" + threads);
        mode.ifPresent(m -> joined.add("mode=" + m));
        return joined.toString();
    }

    /** Returns a short display name, without default values: {@code encode(size=1024)}. */
    public String displayName() {
        StringJoiner joined = new StringJoiner(",", "(", ")").setEmptyValue("");
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            joined.add(parameter.getKey() + "=" + escape(parameter.getValue()));
        }
        if (threads > 1) {
            joined.add("threads=" + threads);
        }
        mode.ifPresent(m -> joined.add("mode=" + m));
        return method + joined;
    }

    /** Returns the id of another method's case with the same parameters, thread count and mode. */
    public CaseId withMethod(String other) {
        return new CaseId(className, other, parameters, threads, mode);
    }

    /** Returns this id with another thread count. */
    public CaseId withThreads(int count) {
        return new CaseId(className, method, parameters, count, mode);
    }

    /** Returns this id with another mode, or without a mode. */
    public CaseId withMode(Optional<String> label) {
        return new CaseId(className, method, parameters, threads, label);
    }

    /** Written out, like {@link #equals}: the first use of a generated method takes 20 ms before the first fork. */
    @Override
    public int hashCode() {
        return Objects.hash(className, method, parameters, threads, mode);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CaseId id
                && className.equals(id.className)
                && method.equals(id.method)
                && parameters.equals(id.parameters)
                && threads == id.threads
                && mode.equals(id.mode);
    }

    private static String escape(String value) {
        StringBuilder escaped = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ',' || c == '%' || Character.isISOControl(c)) {
                escaped.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
