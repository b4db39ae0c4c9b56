// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads the values of stored records. Accepts the values that the published schemas accept; for any other value, reports the place and the
 * expected value.
 */
final class RecordValues extends DeserializationProblemHandler {

    /** The largest whole number that every JSON reader represents exactly. */
    static final double MOST_WHOLE = 9_007_199_254_740_991.0;

    /** The largest accepted number; sums of squares of larger numbers overflow. */
    static final double MOST = 1e100;

    static final String A_NUMBER = "a number from -1.0E100 up to 1.0E100 or NaN, Infinity, -Infinity";

    private static final List<String> NOT_FINITE = List.of("NaN", "Infinity", "-Infinity");

    static final int LONGEST_PLACE = 200;
    private static final int LONGEST_VALUE = 60;

    private static final Pattern TIME =
            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z");

    private static final Pattern DURATION =
            Pattern.compile("PT(?=[0-9])([0-9]{1,5}H)?([0-9]{1,2}M)?([0-9]{1,2}([.][0-9]{1,9})?S)?");

    /** Reports an invalid value in a record. */
    static final class BadValueException extends StreamReadException {

        private static final long serialVersionUID = 1L;

        BadValueException(JsonParser json, String what) {
            super(json, at(json) + what, json.currentTokenLocation());
        }

        private static String at(JsonParser json) {
            String place = json.streamReadContext().pathAsPointer().toString();
            return place.isEmpty() ? "" : cut(place, LONGEST_PLACE) + ": ";
        }
    }

    private static final class Scalar<T> extends StdScalarDeserializer<T> {

        private final String expected;
        private final Function<JsonParser, @Nullable T> read;

        Scalar(Class<T> type, String expected, Function<JsonParser, @Nullable T> read) {
            super(type);
            this.expected = expected;
            this.read = read;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            T value = read.apply(json);
            if (value == null) {
                throw unexpected(json, expected);
            }
            return value;
        }
    }

    static SimpleModule module() {
        SimpleModule module = new SimpleModule();
        for (Class<Integer> type : List.of(Integer.TYPE, Integer.class)) {
            add(
                    module,
                    type,
                    "an integer",
                    json -> isWhole(json, Integer.MAX_VALUE) ? (int) json.getDoubleValue() : null);
        }
        for (Class<Long> type : List.of(Long.TYPE, Long.class)) {
            add(module, type, "an integer", RecordValues::longNumber);
        }
        for (Class<Double> type : List.of(Double.TYPE, Double.class)) {
            add(module, type, A_NUMBER, RecordValues::number);
        }
        for (Class<Boolean> type : List.of(Boolean.TYPE, Boolean.class)) {
            add(module, type, "true or false", json -> json.currentToken().isBoolean() ? json.getBooleanValue() : null);
        }
        add(module, String.class, "a string", RecordValues::text);
        add(
                module,
                Instant.class,
                "a string like \"2026-05-04T03:02:01Z\"",
                json -> parsed(json, TIME, Instant::parse));
        add(
                module,
                Duration.class,
                "a string like \"PT1S\" or \"PT1H30M0.5S\"",
                json -> parsed(json, DURATION, Duration::parse));
        return module;
    }

    private static <T> void add(
            SimpleModule module, Class<T> type, String expected, Function<JsonParser, @Nullable T> read) {
        module.addDeserializer(type, new Scalar<>(type, expected, read));
    }

    /** Returns whether a token is an integer, in any notation, whose absolute value is at most the given one. */
    static boolean isWhole(JsonParser json, double most) {
        return json.currentToken().isNumeric()
                && json.getDoubleValue() == Math.rint(json.getDoubleValue())
                && Math.abs(json.getDoubleValue()) <= most;
    }

    private static @Nullable Long longNumber(JsonParser json) {
        boolean isLong =
                json.currentToken() == JsonToken.VALUE_NUMBER_INT && json.getNumberType() != NumberType.BIG_INTEGER;
        return isLong
                ? (Long) json.getLongValue()
                : isWhole(json, MOST_WHOLE) ? (Long) (long) json.getDoubleValue() : null;
    }

    /** Returns a number, which may be a string in JSON (such as NaN); null if the value is not a number. */
    static @Nullable Double number(JsonParser json) {
        if (json.currentToken().isNumeric()) {
            double number = json.getDoubleValue();
            return Math.abs(number) <= MOST ? number : null;
        }
        String text = text(json);
        return text != null && NOT_FINITE.contains(text) ? Double.valueOf(text) : null;
    }

    private static @Nullable String text(JsonParser json) {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : null;
    }

    private static <T> @Nullable T parsed(JsonParser json, Pattern pattern, Function<String, T> parse) {
        String text = text(json);
        try {
            return text != null && pattern.matcher(text).matches() ? parse.apply(text) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    static BadValueException unexpected(JsonParser json, String expected) {
        String value =
                switch (json.currentToken()) {
                    case START_OBJECT, PROPERTY_NAME -> "an object";
                    case START_ARRAY -> "a list";
                    case VALUE_STRING -> '"' + cut(json.getString(), LONGEST_VALUE) + '"';
                    default -> cut(json.getString(), LONGEST_VALUE);
                };
        return new BadValueException(json, value + "; expected " + expected);
    }

    /** Returns a text as one line, truncated to the given number of characters. */
    static String cut(String text, int most) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(most).forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
        return shown.length() < text.length() ? shown.append("...").toString() : shown.toString();
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(each -> each instanceof Mode mode ? mode.label() : each.toString())
                    .collect(Collectors.joining(", "));
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    @Override
    public Object handleUnexpectedToken(
            DeserializationContext context, JavaType type, JsonToken token, JsonParser json, String message) {
        throw unexpected(json, expected(type.getRawClass()));
    }

    @Override
    public Object handleMissingInstantiator(
            DeserializationContext context,
            Class<?> type,
            ValueInstantiator instantiator,
            JsonParser json,
            String message) {
        throw unexpected(json, expected(type));
    }

    @Override
    public Object handleWeirdStringValue(DeserializationContext context, Class<?> type, String value, String message) {
        throw unexpected(context.getParser(), expected(type));
    }
}
