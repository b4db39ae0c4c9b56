// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cases of a run by identity, in their order, while lines of the journal are laid over them. */
final class CaseTable {

    private final Map<String, CaseResult> byId = new LinkedHashMap<>();

    CaseTable(List<CaseResult> cases) {
        cases.forEach(known -> byId.put(known.id().text(), known));
    }

    /** Adds a line to the case it belongs to; a line of an unplanned case is ignored. */
    void add(JournalEntry entry) {
        byId.computeIfPresent(entry.id(), (id, known) -> entry.applyTo(known));
    }

    List<CaseResult> all() {
        return List.copyOf(byId.values());
    }
}
