/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One rule of a JSON Schema: what a value may be, and what may be in it.
 *
 * <p>Understands the keywords that the schemas of records use, and refuses to be made of any other. Of the alternatives of an
 * {@code anyOf} the first that takes the kind of a value decides, so that a value is checked while it is read.
 */
final class SchemaRule {

    /** The kinds of JSON values; an integer is a number as well. */
    enum Kind {
        OBJECT("an object"),
        ARRAY("a list"),
        STRING("a string"),
        INTEGER("an integer"),
        NUMBER("a number"),
        BOOLEAN("true or false"),
        NULL("null");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Accepts everything. */
    static final SchemaRule ANY = new SchemaRule();

    private static final Set<String> TEXTS =
            Set.of("$schema", "$id", "$defs", "title", "description", "examples", "format");

    private Set<Kind> kinds = EnumSet.allOf(Kind.class);
    private final Set<String> values = new LinkedHashSet<>();
    private double least = Double.NEGATIVE_INFINITY;
    private double above = Double.NEGATIVE_INFINITY;
    private double most = Double.POSITIVE_INFINITY;
    private Optional<Pattern> pattern = Optional.empty();
    private Optional<Pattern> names = Optional.empty();
    private final Map<String, SchemaRule> properties = new TreeMap<>();
    private Optional<SchemaRule> others = Optional.empty();
    private final List<String> required = new ArrayList<>();
    private Optional<SchemaRule> items = Optional.empty();
    private final List<SchemaRule> alternatives = new ArrayList<>();
    private List<String> examples = List.of();

    private SchemaRule() {}

    /**
     * Makes the rule that a schema states.
     *
     * @param reference finds the rule that a {@code $ref} names
     * @throws IllegalStateException if the schema uses a keyword that is not understood
     */
    static SchemaRule of(JsonNode schema, Function<String, SchemaRule> reference) {
        if (schema.has("$ref")) {
            return reference.apply(schema.get("$ref").asString());
        }
        SchemaRule rule = new SchemaRule();
        schema.properties().forEach(keyword -> rule.add(keyword.getKey(), keyword.getValue(), reference));
        if (!schema.has("type")) {
            rule.kinds = kindsOfValues(schema);
        }
        return rule;
    }

    private void add(String keyword, JsonNode value, Function<String, SchemaRule> reference) {
        switch (keyword) {
            case "type" -> kinds = kindsOf(value);
            case "const" -> values.add(value.asString());
            case "enum" ->
                value.valueStream().filter(each -> !each.isNull()).forEach(each -> values.add(each.asString()));
            case "minimum" -> least = value.asDouble();
            case "exclusiveMinimum" -> above = value.asDouble();
            case "maximum" -> most = value.asDouble();
            case "pattern" -> pattern = Optional.of(compile(value));
            case "propertyNames" -> names = Optional.of(compile(value.get("pattern")));
            case "properties" ->
                value.properties().forEach(p -> properties.put(p.getKey(), of(p.getValue(), reference)));
            case "additionalProperties" -> others = Optional.of(of(value, reference));
            case "required" -> value.forEach(name -> required.add(name.asString()));
            case "items" -> items = Optional.of(of(value, reference));
            case "anyOf" -> value.forEach(each -> alternatives.add(of(each, reference)));
            case "examples" ->
                examples = value.valueStream().map(JsonNode::toString).toList();
            default -> {
                if (!TEXTS.contains(keyword)) {
                    throw new IllegalStateException("Keyword " + keyword + " of a schema is not understood");
                }
            }
        }
    }

    /** Java's {@code $} lets a line end follow, that of a schema does not. */
    private static Pattern compile(JsonNode pattern) {
        return Pattern.compile(pattern.asString().replaceFirst("\\$$", "\\\\z"));
    }

    private static String shown(Pattern pattern) {
        return pattern.pattern().replace("\\z", "$");
    }

    private static Set<Kind> kindsOf(JsonNode type) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        (type.isArray() ? type.valueStream().toList() : List.of(type))
                .forEach(name -> kinds.add(Kind.valueOf(name.asString().toUpperCase(Locale.ROOT))));
        if (kinds.contains(Kind.NUMBER)) {
            kinds.add(Kind.INTEGER);
        }
        return kinds;
    }

    /** Returns the kinds of the constants that a schema lists; all kinds where it lists none. */
    private static Set<Kind> kindsOfValues(JsonNode schema) {
        List<JsonNode> constants = schema.has("const")
                ? List.of(schema.get("const"))
                : schema.path("enum").valueStream().toList();
        Set<Kind> kinds = constants.isEmpty() ? EnumSet.allOf(Kind.class) : EnumSet.noneOf(Kind.class);
        constants.forEach(each -> kinds.add(each.isNull() ? Kind.NULL : each.isNumber() ? Kind.INTEGER : Kind.STRING));
        return kinds;
    }

    /** Returns the rule that decides about values of a kind: this one, or one of its alternatives; empty if none takes it. */
    Optional<SchemaRule> forKind(Kind kind) {
        if (!kinds.contains(kind)) {
            return Optional.empty();
        }
        if (alternatives.isEmpty()) {
            return Optional.of(this);
        }
        for (SchemaRule alternative : alternatives) {
            Optional<SchemaRule> chosen = alternative.forKind(kind);
            if (chosen.isPresent()) {
                return chosen;
            }
        }
        return Optional.empty();
    }

    /** Returns whether a string is accepted by a rule that takes strings. */
    boolean accepts(String text) {
        return (values.isEmpty() || values.contains(text))
                && (pattern.isEmpty() || pattern.get().matcher(text).find());
    }

    /** Returns whether a number is accepted by a rule that takes its kind. */
    boolean accepts(double number) {
        return number >= least
                && number <= most
                && (number > above || above == Double.NEGATIVE_INFINITY)
                && (values.isEmpty() || values.contains(Long.toString((long) number)));
    }

    /** Returns whether every string is accepted, so that it need not be looked at. */
    boolean acceptsAllStrings() {
        return values.isEmpty() && pattern.isEmpty();
    }

    /** Returns whether an object may have a property of this name. */
    boolean acceptsName(String name) {
        return names.isEmpty() || names.get().matcher(name).find();
    }

    /** Returns the rule for a property. */
    SchemaRule property(String name) {
        SchemaRule known = properties.get(name);
        return known == null ? others.orElse(ANY) : known;
    }

    /** Returns the names of the properties that an object has to have. */
    List<String> required() {
        return required;
    }

    /** Returns the rule for the values of a list. */
    SchemaRule item() {
        return items.orElse(ANY);
    }

    /** Returns the pattern that names of properties have to match. */
    String acceptedNames() {
        return names.map(SchemaRule::shown).orElse("any");
    }

    /** Returns in words what is accepted. */
    String accepted() {
        if (!alternatives.isEmpty()) {
            StringJoiner all = new StringJoiner(" or ");
            alternatives.forEach(each -> all.add(each.accepted()));
            return all.toString();
        }
        if (!values.isEmpty()) {
            return String.join(", ", values) + (kinds.contains(Kind.NULL) ? ", null" : "");
        }
        StringJoiner words = new StringJoiner(" or ");
        kinds.stream()
                .filter(kind -> kind != Kind.INTEGER || !kinds.contains(Kind.NUMBER))
                .forEach(kind -> words.add(kind.toString()));
        StringBuilder text = new StringBuilder(kinds.size() == Kind.values().length ? "any value" : words.toString());
        if (above != Double.NEGATIVE_INFINITY) {
            text.append(" above ").append(number(above));
        } else if (least != Double.NEGATIVE_INFINITY) {
            text.append(" from ").append(number(least));
        }
        if (most != Double.POSITIVE_INFINITY) {
            text.append(" up to ").append(number(most));
        }
        if (!examples.isEmpty()) {
            text.append(" like ").append(String.join(" or ", examples));
        } else {
            pattern.ifPresent(p -> text.append(" that matches ").append(shown(p)));
        }
        return text.toString();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e16
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
