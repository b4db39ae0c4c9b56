// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import java.util.Collections;
import java.util.HashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The maps that {@link ConcurrentMapBenchmark} compares; another map only needs a constant here. */
public enum MapKind {

    /** Locks a bucket for changes, and nothing for reads. */
    CONCURRENT {
        @Override
        SharedMap create() {
            return new JdkMap(new ConcurrentHashMap<>());
        }
    },

    /** Locks the whole map for everything. */
    SYNCHRONIZED {
        @Override
        SharedMap create() {
            return new JdkMap(Collections.synchronizedMap(new HashMap<>()));
        }
    },

    /** Locks a sixteenth of the map for everything. */
    STRIPED {
        @Override
        SharedMap create() {
            return new StripedMap();
        }
    };

    /** Returns an empty map. */
    abstract SharedMap create();
}
