// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Stores what one gate concluded about its suspects. Nothing in it is ever changed: the next gate writes its own notes. Two gates of
 * one run both write theirs.
 *
 * @param runId the run that the gate looked at
 * @param suspects one note for each suspect
 */
public record GateNotes(String runId, List<SuspectNote> suspects) {

    private static final int VERSION = 1;
    private static final int UNIQUE = 12;
    private static final StoredJson<Versioned> STORED = new StoredJson<>("note of a gate", VERSION, Versioned.class);

    /** The notes with their version in front, where a reader finds it first. */
    private record Versioned(int schemaVersion, String runId, List<SuspectNote> suspects) {}

    /**
     * Notes of a store.
     *
     * @param gates in any order
     * @param warnings what could not be read, one message for each
     */
    public record All(List<GateNotes> gates, List<String> warnings) {

        /** Copies both lists. */
        public All {
            gates = List.copyOf(gates);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Sorts the suspects.
     *
     * @throws IllegalArgumentException if the id of the run cannot be part of a file name
     */
    public GateNotes {
        Check.name("run id", runId);
        suspects = suspects.stream()
                .sorted(Comparator.comparing(SuspectNote::caseId))
                .toList();
    }

    /** Returns a name that no other content has. */
    String name() {
        return runId + "-"
                + Sha256.of(new String(write(), StandardCharsets.UTF_8)).substring(0, UNIQUE);
    }

    byte[] write() {
        return STORED.write(new Versioned(VERSION, runId, suspects));
    }

    /**
     * Reads notes.
     *
     * @param file where they are, for messages
     * @throws HistoryException if this version does not understand them
     */
    static GateNotes parse(Path file, byte[] bytes) {
        return STORED.parse(file, bytes, read -> new GateNotes(read.runId(), read.suspects()));
    }

    static GateNotes read(Path file) {
        return parse(file, STORED.bytes(file));
    }
}
