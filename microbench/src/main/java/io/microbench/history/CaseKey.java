// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Sha256;

/** Stands for a case id where its length and its characters would be in the way: in an index, in the name of a file. */
final class CaseKey {

    private static final int READABLE = 100;
    private static final int UNIQUE = 8;

    private CaseKey() {}

    /** Returns the SHA-256 of an id in hexadecimal. */
    static String of(String caseId) {
        return Sha256.of(caseId);
    }

    /** Returns a name for a file: what people recognise, and enough of the key to tell any two ids apart on any disk. */
    static String fileName(String caseId) {
        String readable = caseId.replaceAll("[^A-Za-z0-9._-]+", "_");
        return readable.substring(0, Math.min(READABLE, readable.length())) + "-"
                + of(caseId).substring(0, UNIQUE);
    }
}
