// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many forks a case with a precision gets.
 *
 * @param least the number that every case gets; empty for the usual one
 * @param most the number after which a case ends; empty for the usual one
 */
public record ForkRange(Optional<Integer> least, Optional<Integer> most) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})?\\.\\.(\\d{1,9})?");

    static ForkRange parse(String text) {
        Matcher range = TEXT.matcher(text.strip());
        if (!range.matches() || text.strip().equals("..")) {
            throw new IllegalArgumentException();
        }
        return new ForkRange(number(range.group(1)), number(range.group(2)));
    }

    private static Optional<Integer> number(String text) {
        return Optional.ofNullable(text).map(SettingParsers.atLeast(2));
    }
}
