// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.DocumentReader;
import io.microbench.result.RecordJson;
import java.nio.file.Path;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads and writes the documents of a history as JSON.
 *
 * @param kind the name of the kind in a store
 */
record StoredJson<V>(String kind, DocumentReader<V> reader) {

    static final StoredJson<RunSummary> RUN = new StoredJson<>("run", "run summary", RunSummary.class);
    static final StoredJson<TrainingNight> TRAINING = new StoredJson<>("training", "training", TrainingNight.class);
    static final StoredJson<GateNotes> GATE = new StoredJson<>("gate", "note of a gate", GateNotes.class);

    /** Maximum size of a file, 64 MiB: more than 100,000 cases. Microbench does not write larger files. */
    static final int MAX_BYTES = 64 << 20;

    private static final int VERSION = 1;

    private StoredJson(String kind, String what, Class<V> type) {
        this(kind, new DocumentReader<>(type, what, VERSION, MAX_BYTES, HistoryException::new));
    }

    /** Returns the document, which begins with its version. */
    String write(V content) {
        return RecordJson.text(JsonNodeFactory.instance
                .objectNode()
                .put("schemaVersion", VERSION)
                .setAll(RecordJson.tree(content)));
    }

    V read(Path file) {
        return reader.read(file);
    }
}
