// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the cases of a suite, which one command measures; other commands measure the other parts.
 *
 * @param number number of the shard, from 1 to {@code count}
 * @param count number of shards, from 1 to {@value #MOST}
 */
public record Shard(int number, int count) {

    /** Maximum number of shards; a larger number is most likely a mistake. */
    public static final int MOST = 1_000;

    /** The text that {@link #parse} expects, for messages. */
    static final String ACCEPTED = "K/N for shard K of N, such as 2/5, with K from 1 to N and N from 1 to " + MOST;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

    public Shard {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(count + " is not a valid number of shards");
        }
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("shard " + number + " of " + count + " does not exist");
        }
    }

    /**
     * Parses a shard such as {@code 2/5}.
     *
     * @throws IllegalArgumentException if the text is not a shard; if it has two numbers, the message says what is wrong with them
     */
    public static Shard parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException();
        }
        return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
