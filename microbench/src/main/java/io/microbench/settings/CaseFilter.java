// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.result.CaseId;
import io.microbench.result.Mode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.Stream;

/**
 * Chooses cases by patterns of their names.
 *
 * <p>Several patterns are separated by {@code ;}, and a case is chosen if one of them matches. A pattern after
 * {@code !} excludes the cases that it matches; if there are only such patterns, all other cases are chosen. In a
 * pattern, {@code *} stands for any characters and {@code ?} for one, such as a semicolon in a value. It has one or two
 * parts, {@code benchmark[:variant]}:
 *
 * <ul>
 * <li>The benchmark is {@code package.Class.method}, {@code package.Class}, or either without the package, or the
 * method alone: {@code *Allocator*}, {@code ByteBufAllocatorBenchmark}, {@code pooled*}. A nested class follows a dot
 * or a dollar sign.
 * <li>The variant is a list of {@code name=value} separated by commas, in any order: {@code size=1024,threads=4}. Each
 * must match the case. A parameter that is not named may have any value; {@code *} states this explicitly.
 * {@code threads} and {@code mode} can always be named, even if the name of the case omits the mode.
 * </ul>
 *
 * <p>The text of a {@link CaseId} is a pattern that chooses that case, with {@code ?} for each semicolon.
 */
public final class CaseFilter {

    private final String text;
    private final List<Pattern> patterns;

    private CaseFilter(String text, List<Pattern> patterns) {
        this.text = text;
        this.patterns = patterns;
    }

    /**
     * Reads a filter; a blank one chooses every case.
     *
     * @throws IllegalArgumentException if it is not blank but has neither a name nor a value, such as {@code ;} or
     *     {@code !}
     */
    public static CaseFilter parse(String text) {
        List<Pattern> patterns = split(text, ";").stream().map(Pattern::of).toList();
        if (!text.isBlank() && patterns.stream().allMatch(Pattern::isEmpty)) {
            throw new IllegalArgumentException("it names no benchmark");
        }
        return new CaseFilter(text.strip(), patterns);
    }

    private static List<String> split(String text, String separator) {
        List<String> parts = new ArrayList<>();
        StringTokenizer tokens = new StringTokenizer(text, separator);
        while (tokens.hasMoreTokens()) {
            String token = tokens.nextToken().strip();
            if (!token.isEmpty()) {
                parts.add(token);
            }
        }
        return parts;
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /**
     * Returns whether the case is chosen.
     *
     * @param mode the mode, whether or not the id names it
     */
    public boolean matches(String packageName, CaseId id, Mode mode) {
        if (isEmpty()) {
            return true;
        }
        CaseId full = id.withMode(Optional.of(mode.label()));
        return chooses(names(packageName, id.className(), id.method()), full.variant());
    }

    /** Returns whether a case that was measured is chosen. */
    public boolean matches(CaseId id, Mode mode) {
        return matches("", id, mode);
    }

    /** Returns whether a case is chosen, given only the text of its id. */
    public boolean matches(String id) {
        int colon = id.indexOf(':');
        String benchmark = colon < 0 ? id : id.substring(0, colon);
        int dot = benchmark.lastIndexOf('.');
        return isEmpty()
                || chooses(
                        names("", benchmark.substring(0, Math.max(0, dot)), benchmark.substring(dot + 1)),
                        id.substring(colon + 1));
    }

    private boolean chooses(Set<String> names, String variant) {
        List<String> terms = split(variant, ",");
        List<Pattern> matching = patterns.stream()
                .filter(pattern -> pattern.matches(names, terms))
                .toList();
        return matching.stream().noneMatch(Pattern::excludes)
                && (including().findAny().isEmpty() || !matching.isEmpty());
    }

    /** Returns the patterns in the order in which they were given. */
    public List<Part> parts() {
        return split(text, ";").stream()
                .map(part -> {
                    Pattern pattern = Pattern.of(part);
                    Pattern matching = new Pattern(false, pattern.benchmark(), pattern.terms());
                    return new Part(new CaseFilter(part, List.of(matching)), pattern.excludes(), pattern.terms());
                })
                .toList();
    }

    /**
     * One pattern of a filter.
     *
     * @param filter chooses the cases that the pattern matches, even if the pattern excludes them; has the text as it was given
     * @param terms the values it requires: {@code size=1024}
     */
    public record Part(CaseFilter filter, boolean excludes, List<String> terms) {}

    /** Returns a filter that chooses the same cases, and those that this one excludes from them. */
    public CaseFilter withoutExclusions() {
        return new CaseFilter(text, including().toList());
    }

    private Stream<Pattern> including() {
        return patterns.stream().filter(pattern -> !pattern.excludes());
    }

    /** Returns whether the filter names the benchmark, for any variant. */
    public boolean mayMatch(String packageName, String className, String method) {
        Set<String> names = names(packageName, className, method);
        return including().findAny().isEmpty() || including().anyMatch(pattern -> pattern.matchesAny(names));
    }

    /** Returns whether the filter excludes the benchmark, in all variants. */
    public boolean excludes(String packageName, String className, String method) {
        Set<String> names = names(packageName, className, method);
        return patterns.stream()
                .anyMatch(pattern -> pattern.excludes() && pattern.terms().isEmpty() && pattern.matchesAny(names));
    }

    /** Returns the parts of the patterns that name benchmarks, without their wildcards. */
    public List<String> benchmarks() {
        return including()
                .map(pattern -> pattern.benchmark().replace("*", "").replace("?", ""))
                .toList();
    }

    /** Lists the names of a benchmark, longest first. */
    static Set<String> names(String packageName, String className, String method) {
        Set<String> names = new LinkedHashSet<>();
        String name = className;
        names.add(name + "." + method);
        names.add(name);
        if (!packageName.isEmpty() && name.startsWith(packageName + ".")) {
            name = name.substring(packageName.length() + 1);
        }
        while (true) {
            names.add(name + "." + method);
            names.add(name);
            int dot = name.indexOf('.');
            if (dot < 0) {
                names.add(method);
                return names;
            }
            name = name.substring(dot + 1);
        }
    }

    /** Returns the filter as it was given. */
    @Override
    public String toString() {
        return text;
    }

    private record Pattern(boolean excludes, String benchmark, List<String> terms) {

        static Pattern of(String text) {
            boolean excludes = text.startsWith("!");
            String pattern = excludes ? text.substring(1).strip() : text;
            int colon = pattern.indexOf(':');
            return colon < 0
                    ? new Pattern(excludes, pattern, List.of())
                    : new Pattern(excludes, pattern.substring(0, colon), split(pattern.substring(colon + 1), ","));
        }

        boolean isEmpty() {
            return benchmark.isEmpty() && terms.isEmpty();
        }

        boolean matches(Collection<String> names, List<String> variant) {
            return matchesAny(names) && matchesAll(variant);
        }

        boolean matchesAny(Collection<String> names) {
            return names.stream().anyMatch(name -> Glob.matchesName(benchmark, name));
        }

        boolean matchesAll(List<String> variant) {
            return terms.stream().allMatch(term -> variant.stream().anyMatch(part -> Glob.matches(term, part)));
        }
    }

    /**
     * Matches text against a pattern in which {@code *} stands for any characters and {@code ?} for exactly one.
     *
     * <p>Backtracks only to the last {@code *}, so the time is bounded by the product of the lengths of text and
     * pattern. Unlike a regular expression, no pattern takes exponential time.
     */
    public static final class Glob {

        private Glob() {}

        /** Returns whether the name of a class or method matches; nested classes may follow a dollar sign. */
        static boolean matchesName(String pattern, String name) {
            return matches(pattern, name) || (pattern.indexOf('$') >= 0 && matches(pattern.replace('$', '.'), name));
        }

        /** Returns whether the whole text matches the pattern; case-sensitive. */
        public static boolean matches(String pattern, String text) {
            int p = 0;
            int t = 0;
            int star = -1;
            int resume = 0;
            while (t < text.length()) {
                if (p < pattern.length() && pattern.charAt(p) == '*') {
                    star = p++;
                    resume = t;
                } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
                    p++;
                    t++;
                } else if (star >= 0) {
                    p = star + 1;
                    t = ++resume;
                } else {
                    return false;
                }
            }
            while (p < pattern.length() && pattern.charAt(p) == '*') {
                p++;
            }
            return p == pattern.length();
        }
    }
}
