// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Formats a value as text for comparison with a value of another JVM, where the classes may have another version.
 *
 * <p>Integers of any width are written by value, arrays and collections element by element, and the elements of
 * unordered sets and maps are sorted. Other values are written by their {@code toString()}. Values without that method
 * have no text, as {@link Object#toString()} differs between JVMs.
 */
final class ValueText {

    /** The text of {@link Object#toString()}: the name of a class, and a hash code. */
    private static final Pattern IDENTITY = Pattern.compile("[\\w;]@[0-9a-f]{4,8}(?![\\w.])");

    private ValueText() {}

    /** Returns a hexadecimal digest of the text of a value; empty if it has none. */
    static String digest(@Nullable Object value) {
        Optional<String> text;
        try {
            text = of(value);
        } catch (RuntimeException | StackOverflowError e) {
            // toString failed, or a collection contains itself.
            return "";
        }
        return text.filter(whole -> !IDENTITY.matcher(whole).find())
                .map(ValueText::sha256)
                .orElse("");
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static Optional<String> of(@Nullable Object value) {
        if (value == null) {
            return Optional.of("null");
        }
        if (value.getClass().isArray()) {
            List<@Nullable Object> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(Array.get(value, i));
            }
            return all(elements.stream(), false);
        }
        if (value instanceof Map<?, ?> map) {
            return all(map.entrySet().stream().map(entry -> new Object[] {entry.getKey(), entry.getValue()}), true);
        }
        if (value instanceof Collection<?> collection) {
            return all(collection.stream(), collection instanceof Set);
        }
        if (value instanceof Optional<?> optional) {
            return all(optional.stream(), false);
        }
        return hasText(value.getClass()) ? Optional.of(value.toString()) : Optional.empty();
    }

    private static boolean hasText(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every object has toString", e);
        }
    }

    private static Optional<String> all(Stream<?> elements, boolean inNoOrder) {
        List<Optional<String>> texts = elements.map(ValueText::of).collect(Collectors.toCollection(ArrayList::new));
        if (texts.contains(Optional.<String>empty())) {
            return Optional.empty();
        }
        Stream<String> known = texts.stream().flatMap(Optional::stream);
        return Optional.of((inNoOrder ? known.sorted() : known).collect(Collectors.joining(", ", "[", "]")));
    }
}
