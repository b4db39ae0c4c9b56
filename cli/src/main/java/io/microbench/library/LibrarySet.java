// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Libraries that go together on a class path.
 *
 * @param name its versions, which distinguish it from other sets; empty if it is the only set
 * @param files jars by their coordinates with the version, in the order of the class path
 */
public record LibrarySet(String name, Map<String, Path> files) {

    public LibrarySet {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }
}
