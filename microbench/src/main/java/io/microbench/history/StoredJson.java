// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import com.fasterxml.jackson.annotation.Nulls;
import io.microbench.result.MalformedJsonException;
import io.microbench.result.RecordJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the files of a history as JSON.
 *
 * <p>The same content gives the same bytes on every system, one property to a line, so that a version control shows
 * what changed. Reading trusts nothing: it reads at most {@link #MAX_BYTES}, and whatever is wrong comes out as a
 * {@link HistoryException} with file, line and column.
 *
 * @param what what a file has, for messages, such as {@code run summary}
 * @param version the version that is written, and the highest that is read
 * @param type the record that is written, its version first
 * @param <V> its type
 */
record StoredJson<V>(String what, int version, Class<V> type) {

    /** The largest file that is read, 64 MiB: more than 100,000 cases. A larger one is not one of ours. */
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

    /** Returns the bytes of a file with this content. */
    byte[] write(V content) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return (MAPPER.writer().with(printer).writeValueAsString(content) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the content of a file that {@link #parse} reads.
     *
     * @throws HistoryException if it cannot be read or is too large
     */
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

    /**
     * Reads the content of a file.
     *
     * @param made turns what was read into what it stands for
     * @throws HistoryException if it is not what this version understands
     */
    <T> T parse(Path file, byte[] bytes, Function<V, T> made) {
        if (bytes.length == 0) {
            throw new HistoryException(file + ": is empty");
        }
        try {
            // First, as what a newer version wrote need not have the shape that is known here.
            int found =
                    RecordJson.number(new ByteArrayInputStream(bytes), VERSION).orElse(0);
            if (found > version) {
                throw new HistoryException(file + ": schema version " + found
                        + " was written by a newer Microbench; this one reads up to " + version);
            }
            V content = MAPPER.readValue(bytes, type);
            if (found == 0) {
                throw new HistoryException(file + ": not a " + what + " (no number " + VERSION + " at its top)");
            }
            return made.apply(content);
        } catch (JacksonException e) {
            MalformedJsonException fault = RecordJson.malformed(e);
            throw new HistoryException(file + fault.place() + ": not a " + what + " (" + fault.reason() + ")", e);
        } catch (IllegalArgumentException e) {
            throw new HistoryException(file + ": " + e.getMessage(), e);
        }
    }
}
