// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.snippet.Hooks.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A snippet such as {@code java.lang.Math::abs(int:-1)}, which becomes a direct call.
 *
 * <p>Arguments are read from fields, so that the compiler cannot fold the call. An argument without a type is a number,
 * a boolean or a string, or any other expression as an {@code Object}. Only the compiler knows whether a method is
 * static; the first argument of a method that is not static is the receiver.
 *
 * @param calls the possible calls in Java notation, the most likely first
 * @param arguments fields and their values, in the order of the arguments
 */
record MethodReference(List<String> calls, Map<Field, String> arguments) {

    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w.$]+)\\s*::\\s*(\\w+)\\s*(?:\\((.*)\\))?\\s*;?\\s*", Pattern.DOTALL);
    private static final Pattern TYPED = Pattern.compile("\\s*([\\w.$\\[\\]]+)\\s*:\\s*(.*)", Pattern.DOTALL);

    /** Parses a method reference; returns empty if the text is something else. */
    static Optional<MethodReference> of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        Map<Field, String> arguments = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (String word : words(form.group(3) == null ? "" : form.group(3))) {
            Matcher typed = TYPED.matcher(word);
            String value = typed.matches() ? typed.group(2).strip() : word.strip();
            String type = typed.matches() ? typed.group(1) : type(value);
            names.add("argument" + (names.size() + 1));
            arguments.put(new Field(type, names.get(names.size() - 1)), literal(type, value));
        }
        String type = form.group(1).replace('$', '.');
        if (form.group(2).equals("new")) {
            return Optional.of(new MethodReference(List.of(call("new " + type, names)), arguments));
        }
        List<String> calls = new ArrayList<>(List.of(call(type + "." + form.group(2), names)));
        if (!names.isEmpty()) {
            calls.add(call(names.get(0) + "." + form.group(2), names.subList(1, names.size())));
        }
        return Optional.of(new MethodReference(calls, arguments));
    }

    private static String call(String method, List<String> arguments) {
        return method + "(" + String.join(", ", arguments) + ")";
    }

    private static String type(String value) {
        String type = Inputs.type(List.of(value));
        return type.equals("String") && !value.startsWith("\"") ? "Object" : type;
    }

    /** Formats the value of a simple type as a Java literal; a Java expression is not changed. */
    private static String literal(String type, String value) {
        return switch (type) {
            case "String", "java.lang.String", "CharSequence", "java.lang.CharSequence" ->
                value.startsWith("\"")
                        ? value
                        : "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case "char" ->
                value.length() > 1 && value.startsWith("'")
                        ? value
                        : "'" + value.replaceFirst("^(['\\\\])$", "\\\\$1") + "'";
            case "long" -> value.matches("-?\\d+") ? value + "L" : value;
            case "float" -> value.matches("-?[\\d.]+(?:[eE][-+]?\\d+)?") ? value + "f" : value;
            case "byte", "short" -> "(" + type + ") " + value;
            default -> value;
        };
    }

    /** Splits at commas outside of literals, parentheses, brackets and braces. */
    private static List<String> words(String arguments) {
        List<String> words = new ArrayList<>();
        int begin = 0;
        for (int end : Lexer.after(",", arguments)) {
            words.add(arguments.substring(begin, end - 1));
            begin = end;
        }
        if (!arguments.isBlank()) {
            words.add(arguments.substring(begin));
        }
        return words;
    }
}
