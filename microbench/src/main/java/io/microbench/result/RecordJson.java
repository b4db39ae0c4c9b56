/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Turns records into JSON and back; the layout is the records' own. */
public final class RecordJson {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(50)
                            // What a benchmark reports has no bound; the reader bounds the file.
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .build())
            // A later version of the same schema may know more than this one.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private RecordJson() {}

    /** Returns one line of JSON. */
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Returns a document for people and programs. */
    public static byte[] document(Object value) {
        String text = MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a document as {@link #document} has it, piece by piece. */
    static void write(Object value, OutputStream out) throws IOException {
        MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValue(new OpenStream(out), value);
        out.write('\n');
    }

    /** Jackson closes what it has written to; a file is to be forced to the disk first. */
    private static final class OpenStream extends FilterOutputStream {

        OpenStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /**
     * Reads a document while it is held against its schema; empty for a file without any value.
     *
     * @throws MalformedJsonException if it is not JSON, or breaks a rule of the schema
     */
    public static <T> Optional<T> read(InputStream in, Class<T> type, RecordSchema schema) {
        return read(MAPPER.createParser(in), type, schema.document());
    }

    /** Reads a part that has a name in its schema. */
    static <T> Optional<T> read(byte[] text, Class<T> type, RecordSchema schema, String definition) {
        return read(MAPPER.createParser(text), type, schema.definition(definition));
    }

    private static <T> Optional<T> read(JsonParser parser, Class<T> type, SchemaRule rule) {
        try (JsonParser checked = new CheckedParser(parser, rule)) {
            return checked.nextToken() == null
                    ? Optional.empty()
                    : Optional.of(MAPPER.readerFor(type).readValue(checked));
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    /**
     * Reads a number at the top of a document; empty where there is none, or the document is none.
     *
     * @param name the name of the number
     */
    public static OptionalInt number(InputStream in, String name) {
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
            // Whoever reads the document is told what is wrong with it.
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

    /** Returns what the JSON library found wrong, for callers with a mapper of their own. */
    public static MalformedJsonException malformed(JacksonException e) {
        return new MalformedJsonException(place(e), reason(e), e);
    }

    private static String place(JacksonException e) {
        TokenStreamLocation location = cause(e).getLocation();
        return location == null ? "" : " line " + location.getLineNr() + " column " + location.getColumnNr();
    }

    private static String reason(JacksonException e) {
        return cause(e).getOriginalMessage().replaceFirst("; `DeserializationFeature\\..*| \\(start marker at .*", "");
    }

    /** A binder wraps what it is told by a parser. */
    private static JacksonException cause(JacksonException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CheckedParser.BrokenRuleException broken) {
                return broken;
            }
        }
        return e;
    }
}
