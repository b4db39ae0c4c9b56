// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Numbers the classes that the forks of a run loaded, each identified by its name and the digest of its code, from 0.
 *
 * <p>A fork stores the numbers of its classes as ranges, {@code 0-191,205}; the forks of a case load nearly the same classes.
 */
public final class ClassDictionary {

    /** The format of a fork's ranges. */
    static final Pattern RANGES = Pattern.compile("(\\d{1,7}(-\\d{1,7})?(,\\d{1,7}(-\\d{1,7})?)*)?");

    /** Prefix of the name that stands for all files of a class path entry except classes. */
    public static final String OTHER = "files in ";

    /**
     * The placeholder for the digest of code that is not on the class path. It is considered different from every digest, including itself.
     */
    public static final String OUTSIDE = "outside";

    private static final int DIGITS = 12;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /** Returns whether the text has the format of a fork's ranges. */
    public static boolean areRanges(String text) {
        return RANGES.matcher(text).matches();
    }

    int size() {
        return numbers.size();
    }

    /** Returns the lines for a record, {@code <digest> <name>}; empty if no class is known. */
    public Optional<List<String>> lines() {
        return from(0);
    }

    Optional<List<String>> from(int first) {
        return Optional.of(numbers.keySet().stream().skip(first).toList()).filter(lines -> !lines.isEmpty());
    }

    /**
     * Returns a digest of all code that a case ran, 12 hexadecimal digits, which does not depend on the names of class path entries; empty
     * if any part of the code is unknown.
     *
     * @param code digests by name, as {@link RunRecord#code} returns them
     */
    public static Optional<String> digest(Map<String, String> code) {
        if (code.isEmpty() || code.containsValue(OUTSIDE)) {
            return Optional.empty();
        }
        String lines = code.entrySet().stream()
                .map(each -> each.getKey().startsWith(OTHER) ? each.getValue() : each.getKey() + " " + each.getValue())
                .sorted()
                .collect(Collectors.joining("\n"));
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
            return Optional.of(HexFormat.of().formatHex(sum).substring(0, DIGITS));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds the classes of a case, and returns the case with their numbers in this dictionary. */
    public CaseResult take(RunRecord run, CaseResult result) {
        return result.withForks(result.forks().stream()
                .map(fork -> fork.classes().isEmpty()
                        ? fork
                        : fork.toBuilder()
                                .classes(Optional.of(add(run.code(List.of(fork)))))
                                .build())
                .toList());
    }

    /** Adds the classes that are missing, and returns the ranges of all given classes. */
    public String add(Map<String, String> digests) {
        BitSet set = new BitSet();
        new TreeMap<>(digests)
                .forEach((name, digest) ->
                        set.set(numbers.computeIfAbsent(digest + " " + name, line -> numbers.size())));
        StringJoiner ranges = new StringJoiner(",");
        for (int from = set.nextSetBit(0); from >= 0; ) {
            int end = set.nextClearBit(from);
            ranges.add(end == from + 1 ? "" + from : from + "-" + (end - 1));
            from = set.nextSetBit(end);
        }
        return ranges.toString();
    }

    /** Adds the digests of the classes in the given ranges to a map, by name; ignores unknown numbers. */
    public static void resolve(List<String> lines, String ranges, Map<String, String> digests) {
        for (String range : ranges.isEmpty() ? List.<String>of() : List.of(ranges.split(",", -1))) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = Math.min(Integer.parseInt(range.substring(dash + 1)), lines.size() - 1);
            for (int number = first; number <= last; number++) {
                String line = lines.get(number);
                int space = line.indexOf(' ');
                digests.put(line.substring(space + 1), line.substring(0, Math.max(space, 0)));
            }
        }
    }
}
