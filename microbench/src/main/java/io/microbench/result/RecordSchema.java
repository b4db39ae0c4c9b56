/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published schema of a document, as rules that it is held against while it is read. */
public final class RecordSchema {

    private static final String DEFINITION = "#/$defs/";

    private final JsonNode schema;
    private final Map<String, SchemaRule> definitions = new ConcurrentHashMap<>();
    private final SchemaRule document;

    private RecordSchema(JsonNode schema) {
        this.schema = schema;
        this.document = SchemaRule.of(schema, this::reference);
    }

    /**
     * Reads the schema that is kept beside a class.
     *
     * @throws IllegalStateException if it uses a keyword that is not understood
     */
    public static RecordSchema beside(Class<?> type, String resource) {
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(resource), resource)) {
            return new RecordSchema(JsonMapper.shared().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the schema " + resource + " (" + e + ")", e);
        }
    }

    private SchemaRule reference(String name) {
        SchemaRule known = definitions.get(name);
        if (known == null) {
            known = SchemaRule.of(schema.at(name.substring(1)), this::reference);
            definitions.put(name, known);
        }
        return known;
    }

    /** Returns the rule of a whole document. */
    SchemaRule document() {
        return document;
    }

    /** Returns the rule of a part that has a name in the schema. */
    SchemaRule definition(String name) {
        return reference(DEFINITION + name);
    }
}
