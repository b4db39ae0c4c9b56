/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Checks each token against the rules of a schema before a binder reads it.
 *
 * <p>What breaks a rule ends the reading with a {@link BrokenRuleException} that names the place, the value, and what
 * is accepted.
 */
final class CheckedParser extends JsonParserDelegate {

    private static final int LONGEST_VALUE = 60;

    private final SchemaRule root;
    private final Deque<Container> open = new ArrayDeque<>();

    CheckedParser(JsonParser parser, SchemaRule root) {
        super(parser);
        this.root = root;
    }

    /** A value in a document that breaks a rule of its schema. */
    static final class BrokenRuleException extends StreamReadException {

        private static final long serialVersionUID = 1L;

        private BrokenRuleException(JsonParser parser, String message) {
            super(parser, message, parser.currentTokenLocation());
        }
    }

    /** An object or a list whose end has not been read. */
    private static final class Container {

        private final SchemaRule rule;
        private final Set<String> seen = new HashSet<>();
        private SchemaRule next;

        Container(SchemaRule rule) {
            this.rule = rule;
            this.next = rule.item();
        }
    }

    @Override
    public @Nullable JsonToken nextToken() {
        JsonToken token = super.nextToken();
        if (token != null) {
            check(token);
        }
        return token;
    }

    private void check(JsonToken token) {
        switch (token) {
            case PROPERTY_NAME -> name(currentName());
            case END_OBJECT -> endObject();
            case END_ARRAY -> open.pop();
            default -> value(token);
        }
    }

    private void name(String name) {
        Container object = open.element();
        if (!object.rule.acceptsName(name)) {
            throw broken("the name " + quoted(name) + "; accepted: " + object.rule.acceptedNames());
        }
        object.next = object.rule.property(name);
        if (!object.rule.required().isEmpty()) {
            object.seen.add(name);
        }
    }

    private void endObject() {
        Container object = open.pop();
        for (String name : object.rule.required()) {
            if (!object.seen.contains(name)) {
                throw broken("there is no " + name);
            }
        }
    }

    private void value(JsonToken token) {
        SchemaRule rule = open.isEmpty() ? root : open.element().next;
        if (rule == SchemaRule.ANY && token.isScalarValue()) {
            return;
        }
        Optional<SchemaRule> chosen = rule.forKind(kind(token));
        if (chosen.isEmpty() && token == JsonToken.VALUE_NUMBER_FLOAT && isWhole()) {
            chosen = rule.forKind(SchemaRule.Kind.INTEGER);
        }
        if (chosen.isEmpty() || !accepts(chosen.get(), token)) {
            throw broken(shown(token) + "; accepted: " + rule.accepted());
        }
        if (token.isStructStart()) {
            open.push(new Container(chosen.get()));
        }
    }

    private boolean isWhole() {
        double number = getDoubleValue();
        return number == Math.rint(number);
    }

    private boolean accepts(SchemaRule rule, JsonToken token) {
        if (token.isNumeric()) {
            return rule.accepts(getDoubleValue());
        }
        return token != JsonToken.VALUE_STRING || rule.acceptsAllStrings() || rule.accepts(getString());
    }

    private static SchemaRule.Kind kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> SchemaRule.Kind.OBJECT;
            case START_ARRAY -> SchemaRule.Kind.ARRAY;
            case VALUE_NUMBER_INT -> SchemaRule.Kind.INTEGER;
            case VALUE_NUMBER_FLOAT -> SchemaRule.Kind.NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> SchemaRule.Kind.BOOLEAN;
            case VALUE_NULL -> SchemaRule.Kind.NULL;
            default -> SchemaRule.Kind.STRING;
        };
    }

    private BrokenRuleException broken(String what) {
        String place = streamReadContext().pathAsPointer().toString();
        return new BrokenRuleException(this, (place.isEmpty() ? "" : cut(place, 200) + ": ") + what);
    }

    private String shown(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> quoted(getString());
            default -> cut(getString(), LONGEST_VALUE);
        };
    }

    private static String quoted(String text) {
        return '"' + cut(text, LONGEST_VALUE) + '"';
    }

    private static String cut(String text, int most) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(most).forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return shown.length() < text.length() ? shown.append("...").toString() : shown.toString();
    }

    // Every way forward goes through nextToken.

    @Override
    public @Nullable JsonToken nextValue() {
        JsonToken token = nextToken();
        return token == JsonToken.PROPERTY_NAME ? nextToken() : token;
    }

    @Override
    public @Nullable String nextName() {
        return nextToken() == JsonToken.PROPERTY_NAME ? currentName() : null;
    }

    @Override
    public boolean nextName(SerializableString name) {
        return nextToken() == JsonToken.PROPERTY_NAME && name.getValue().equals(currentName());
    }

    @Override
    public int nextNameMatch(PropertyNameMatcher matcher) {
        JsonToken token = nextToken();
        if (token == JsonToken.PROPERTY_NAME) {
            return matcher.matchName(currentName());
        }
        return token == JsonToken.END_OBJECT
                ? PropertyNameMatcher.MATCH_END_OBJECT
                : PropertyNameMatcher.MATCH_ODD_TOKEN;
    }

    @Override
    public JsonParser skipChildren() {
        JsonToken token = currentToken();
        if (token != null && token.isStructStart()) {
            int depth = open.size();
            while (open.size() >= depth && nextToken() != null) {
                // Read and checked.
            }
        }
        return this;
    }
}
