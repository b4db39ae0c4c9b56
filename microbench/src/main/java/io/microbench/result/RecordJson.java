// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Converts records to and from JSON; the JSON has the structure of the records. */
public final class RecordJson {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(50)
                            // Values that a benchmark reports may have any length; readers limit the size of the file.
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build())
            // A later version of the same schema may add properties.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    /** Writes one property per line; the same content results in the same bytes on every system. */
    private static final ObjectWriter DOCUMENTS =
            MAPPER.writer().with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private static final JsonMapper CHECKED = MAPPER.rebuild()
            .addModule(RecordValues.module())
            .addHandler(new RecordValues())
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .build();

    private static final Pattern NO_VALUE =
            Pattern.compile("^(Null value for creator|Cannot map `null`|Invalid `null`)");

    /** The parts of the library's messages that are hints to programmers. */
    private static final Pattern NOISE = Pattern.compile(
            "^Cannot construct instance of `[^`]*`, problem: |; `DeserializationFeature\\..*| \\(start marker at .*|\n"
                    + ".*");

    private RecordJson() {}

    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Returns the value as an indented document. */
    public static String text(Object value) {
        return DOCUMENTS.writeValueAsString(value) + "\n";
    }

    /** Returns a value as a tree to which properties can be added. */
    public static ObjectNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Writes a document to a stream in the format of {@link #text}. */
    static void write(Object value, OutputStream out) throws IOException {
        try {
            // The caller forces the file to disk before closing it.
            DOCUMENTS.without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, value);
        } catch (JacksonException e) {
            // Follows the path to the value that was being written, if known.
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof IOException reason) {
                    throw reason;
                }
            }
            throw e;
        }
        out.write('\n');
    }

    /**
     * Reads a stored document; empty for a file without content.
     *
     * @throws MalformedJsonException if it is not JSON, or a value is invalid
     */
    static <T> Optional<T> read(InputStream in, Class<T> type) throws IOException {
        try (JsonParser parser = CHECKED.createParser(in)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return Optional.empty();
            }
            if (first != JsonToken.START_OBJECT) {
                throw RecordValues.unexpected(parser, "an object");
            }
            return Optional.of(CHECKED.readerFor(type).readValue(parser));
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /** Reads a number at the top level of a document; empty if it is missing or the document is not JSON. */
    static OptionalInt number(InputStream in, String name) {
        try (JsonParser json = MAPPER.createParser(in)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    boolean found = name.equals(json.currentName());
                    if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && found) {
                        return OptionalInt.of(json.getIntValue());
                    }
                    json.skipChildren();
                }
            }
            return OptionalInt.empty();
        } catch (JacksonException e) {
            // Reading the whole document reports the error.
            return OptionalInt.empty();
        }
    }

    /**
     * Reads a value; empty for the text {@code null}.
     *
     * @throws MalformedJsonException if the text is not JSON of that type
     */
    public static <T> Optional<T> read(String text, Class<T> type) {
        try {
            return Optional.ofNullable(MAPPER.readValue(text, type));
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    private static MalformedJsonException malformed(JacksonException e) {
        return new MalformedJsonException(place(e), reason(e), e);
    }

    private static String place(JacksonException e) {
        TokenStreamLocation location = cause(e).getLocation();
        return location == null ? "" : " line " + location.getLineNr() + " column " + location.getColumnNr();
    }

    private static String reason(JacksonException e) {
        JacksonException cause = cause(e);
        String reason = NOISE.matcher(cause.getOriginalMessage()).replaceAll("");
        if (cause instanceof RecordValues.BadValueException || e.getPath().isEmpty()) {
            return reason;
        }
        return pointer(e) + ": " + (NO_VALUE.matcher(reason).find() ? "there is no value" : reason);
    }

    private static String pointer(JacksonException e) {
        String place = e.getPath().stream()
                .map(step -> "/" + (step.getPropertyName() == null ? "" + step.getIndex() : step.getPropertyName()))
                .collect(Collectors.joining());
        return RecordValues.cut(place, RecordValues.LONGEST_PLACE);
    }

    /** Returns the exception that a value's deserializer threw, which the library wraps. */
    private static JacksonException cause(JacksonException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof RecordValues.BadValueException bad) {
                return bad;
            }
        }
        return e;
    }

    /** Thrown if a text is not JSON, not of the expected type, or violates its schema. */
    public static final class MalformedJsonException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final String place;
        private final String reason;

        MalformedJsonException(String place, String reason, Throwable cause) {
            super(reason, cause);
            this.place = place;
            this.reason = reason;
        }

        /** Returns the position of the error in the text, {@code " line 3 column 14"}; empty if it is unknown. */
        public String place() {
            return place;
        }

        /** Returns the error message without the JSON library's hints to programmers. */
        public String reason() {
            return reason;
        }
    }
}
