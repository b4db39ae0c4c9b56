// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The inputs of a question: names, types and all combinations of values. */
record Inputs(Map<String, List<String>> values) {

    /** Returns all combinations, with the last input changing fastest; without inputs, a single empty combination. */
    List<Map<String, String>> combinations() {
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        values.forEach((name, some) -> {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> begun : all) {
                for (String value : some) {
                    Map<String, String> extended = new LinkedHashMap<>(begun);
                    extended.put(name, value);
                    longer.add(extended);
                }
            }
            all.clear();
            all.addAll(longer);
        });
        return all;
    }

    /** Formats one combination: {@code n = 10, m = 2}. */
    static String text(Map<String, String> combination) {
        return combination.entrySet().stream()
                .map(input -> input.getKey() + " = " + input.getValue())
                .collect(Collectors.joining(", "));
    }

    String fields() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, some) -> text.append("static ")
                .append(type(some))
                .append(' ')
                .append(name)
                .append(";\n"));
        return text.toString();
    }

    /** Returns the statements that read all inputs from a map named {@code values}. */
    String reading() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, some) -> {
            String value = "values.get(\"" + name + "\")";
            text.append(name).append(" = ").append(parser(type(some), value)).append(";\n");
        });
        return text.toString();
    }

    private static String parser(String type, String value) {
        return switch (type) {
            case "int" -> "Integer.parseInt(" + value + ")";
            case "long" -> "Long.parseLong(" + value + ")";
            case "double" -> "Double.parseDouble(" + value + ")";
            case "boolean" -> "Boolean.parseBoolean(" + value + ")";
            default -> value;
        };
    }

    /** Returns the narrowest of int, long, double, boolean and String that fits all values. */
    static String type(List<String> values) {
        if (all(values, Integer::parseInt)) {
            return "int";
        }
        if (all(values, Long::parseLong)) {
            return "long";
        }
        if (all(values, Double::parseDouble)) {
            return "double";
        }
        Predicate<String> isBoolean = v -> v.equals("true") || v.equals("false");
        return values.stream().allMatch(isBoolean) ? "boolean" : "String";
    }

    private static boolean all(List<String> values, Consumer<String> parser) {
        try {
            values.forEach(parser);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
