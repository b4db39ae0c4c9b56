// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The settings of a rule, in the form {@code key=value,key=value}. */
final class RuleSettings {

    private final String rule;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    /** Parses settings; {@link #requireAllKnown} checks whether the rule has them. */
    RuleSettings(String rule, String text) {
        this.rule = rule;
        for (String setting : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("Rule " + rule + ": \"" + setting.strip()
                        + "\" is not a setting; expected key=value, separated by commas");
            }
            String key = setting.substring(0, equals).strip();
            if (values.put(key, parse(key, setting.substring(equals + 1).strip())) != null) {
                throw new IllegalArgumentException("Rule " + rule + ": " + key + " is set twice; set it once");
            }
        }
    }

    /** Parses a rule, {@code name:key=value,key=value}; the function returns null for an unknown name. */
    static Optional<StopRule> rule(String text, Function<String, @Nullable Function<RuleSettings, StopRule>> families) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Function<RuleSettings, StopRule> family = families.apply(name);
        if (family == null) {
            return Optional.empty();
        }
        RuleSettings settings = new RuleSettings(name, colon < 0 ? "" : text.substring(colon + 1));
        StopRule rule = family.apply(settings);
        settings.requireAllKnown();
        return Optional.of(rule);
    }

    private double parse(String key, String text) {
        try {
            boolean percent = text.endsWith("%");
            double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            return percent ? number / 100 : number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Rule " + rule + ": " + key + " is \"" + text + "\"; expected a number, or a percentage such as 1%",
                    e);
        }
    }

    double number(String key, double otherwise) {
        known.add(key);
        return values.getOrDefault(key, otherwise);
    }

    OptionalDouble optional(String key) {
        known.add(key);
        return values.containsKey(key) ? OptionalDouble.of(values.get(key)) : OptionalDouble.empty();
    }

    void requireAllKnown() {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("Rule " + rule + " has no setting \"" + key + "\"; it has "
                        + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    static void above(String rule, String key, double value, double bound) {
        if (!(value > bound) || Double.isInfinite(value)) {
            throw refused(rule, key, value, "a number above " + plain(bound));
        }
    }

    static void atLeast(String rule, String key, double value, double bound) {
        if (!(value >= bound) || Double.isInfinite(value)) {
            throw refused(rule, key, value, "a number of at least " + plain(bound));
        }
    }

    static void finite(String rule, String key, double value) {
        if (!Double.isFinite(value)) {
            throw refused(rule, key, value, "a finite number");
        }
    }

    private static IllegalArgumentException refused(String rule, String key, double value, String accepted) {
        return new IllegalArgumentException(
                "Rule " + rule + ": " + key + " is " + plain(value) + "; expected " + accepted);
    }

    /** Returns the components of a rule, including those of a rule within it, from which {@link #rule} creates it again. */
    static String text(Record rule) {
        StringJoiner text = new StringJoiner(",");
        for (RecordComponent component : rule.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(rule);
                if (value instanceof Record inner) {
                    text.add(text(inner));
                } else if (value instanceof Boolean is) {
                    text.add(component.getName() + (is ? "=1" : "=0"));
                } else if (value instanceof Double number) {
                    text.add(component.getName() + "=" + plain(number));
                } else if (value instanceof OptionalDouble number && number.isPresent()) {
                    text.add(component.getName() + "=" + plain(number.getAsDouble()));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return text.toString();
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? String.format(Locale.ROOT, "%d", (long) value)
                : Double.toString(value);
    }
}
