/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
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
                            // What a benchmark said of itself has no bound; the reader bounds the file.
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
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

    /**
     * Reads a value; empty for the text {@code null}.
     *
     * @throws JacksonException if the text is not JSON of that shape
     */
    public static <T> Optional<T> read(String text, Class<T> type) {
        return Optional.ofNullable(MAPPER.readValue(text, type));
    }

    /** Returns where in a text something is wrong, {@code " line 3 column 14"}; empty where that is not known. */
    public static String place(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        return location == null ? "" : " line " + location.getLineNr() + " column " + location.getColumnNr();
    }

    /** Returns what is wrong, without the library's hints to programmers. */
    public static String reason(JacksonException e) {
        return e.getOriginalMessage().replaceFirst("; `DeserializationFeature\\..*| \\(start marker at .*", "");
    }
}
