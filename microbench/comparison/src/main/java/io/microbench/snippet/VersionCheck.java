/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.snippet.Question.Variant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares what a snippet returns with one version of a library with what it returns with another.
 *
 * <p>The versions are in JVMs of their own, so values are compared by their text. Variants that differ in JVM or arguments are not
 * compared with each other: these may well be what a snippet returns.
 */
final class VersionCheck {

    /** What a snippet returned, and in which variant it did. */
    record Value(Variant variant, String digest, String text) {}

    /** What has to return the same: a snippet with a combination of inputs, in one JVM with its arguments. */
    private record Place(String inputs, String snippet, Optional<Path> java, List<String> arguments) {}

    private final Map<Place, Value> first = new HashMap<>();

    /**
     * Takes what a snippet returned.
     *
     * @param inputs number of the combination of inputs
     * @param snippet its number
     * @return what it returned with another version before, where that is something else
     */
    Optional<Value> take(String inputs, String snippet, Value value) {
        Variant variant = value.variant();
        Value before = first.putIfAbsent(new Place(inputs, snippet, variant.java(), variant.arguments()), value);
        return Optional.ofNullable(before).filter(other -> !other.digest().equals(value.digest()));
    }
}
