// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.Nulls;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes the documents of a history as JSON.
 *
 * <p>The same content gives the same bytes on every system, one property to a line, so that a version control shows
 * what changed. Reading trusts nothing: it reads at most {@link #MAX_BYTES}, and whatever is wrong comes out as a
 * {@link HistoryException} with file, line and column.
 *
 * @param kind the name of the kind in a store
 * @param what the noun for a document in messages
 * @param version the version that is written, and the highest that is read
 */
record StoredJson<V>(String kind, String what, int version, Class<V> type) {

    static final StoredJson<RunSummary> RUN = new StoredJson<>("run", "run summary", 1, RunSummary.class);
    static final StoredJson<TrainingNight> TRAINING = new StoredJson<>("training", "training", 1, TrainingNight.class);
    static final StoredJson<GateNotes> GATE = new StoredJson<>("gate", "note of a gate", 1, GateNotes.class);

    /** The largest file that is read, 64 MiB: more than 100,000 cases. Microbench writes no larger one. */
    static final int MAX_BYTES = 64 << 20;

    /** The value of a number that a file does not have, as it was written before there was one. */
    static final String ABSENT = "absent";

    /** The facts of a file that does not have them, as it was written before there were any. */
    static final String NO_FACTS = "no facts";

    private static final String VERSION = "schemaVersion";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(1 << 20)
                            .maxNestingDepth(20)
                            .build())
                    .build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            // A later writer of the same schema may add properties.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .injectableValues(new InjectableValues.Std()
                    .addValue(ABSENT, OptionalDouble.empty())
                    .addValue(NO_FACTS, List.of()))
            .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
            .build();

    /** Returns the document, its version first, where a reader finds it. */
    String write(V content) {
        ObjectNode document = MAPPER.createObjectNode().put(VERSION, version);
        return text(document.setAll(MAPPER.<ObjectNode>valueToTree(content)));
    }

    static String text(JsonNode document) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return MAPPER.writer().with(printer).writeValueAsString(document) + "\n";
    }

    V read(Path file) {
        return parse(file.toString(), bytes(file));
    }

    /** Returns the content of a file that {@link #parse} reads. */
    byte[] bytes(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new HistoryException(
                        file + ": larger than the " + MAX_BYTES + " bytes that a " + what + " can have");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new HistoryException(file + ": there is no such file", e);
        } catch (IOException e) {
            throw new HistoryException(file + ": cannot be read (" + e + ")", e);
        }
    }

    V parse(String place, byte[] bytes) {
        if (bytes.length == 0) {
            throw new HistoryException(place + ": is empty");
        }
        try {
            // First, as what a newer version wrote need not have the shape that is known here.
            int found =
                    RecordJson.number(new ByteArrayInputStream(bytes), VERSION).orElse(0);
            if (found > version) {
                throw new HistoryException(place + ": schema version " + found
                        + " was written by a newer Microbench; this one reads up to " + version);
            }
            V content = MAPPER.readValue(bytes, type);
            if (found == 0) {
                throw new HistoryException(place + ": not a " + what + " (no number " + VERSION + " at its top)");
            }
            return content;
        } catch (JacksonException e) {
            MalformedJsonException fault = RecordJson.malformed(e);
            throw new HistoryException(place + fault.place() + ": not a " + what + " (" + fault.reason() + ")", e);
        }
    }
}
