// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import java.util.Map;

/** A thread-safe map of the JDK. */
record JdkMap(Map<Integer, Integer> map) implements SharedMap {

    @Override
    public boolean insert(Integer key) {
        return map.putIfAbsent(key, key) == null;
    }

    @Override
    public boolean query(Integer key) {
        return map.get(key) != null;
    }

    @Override
    public boolean delete(Integer key) {
        return map.remove(key) != null;
    }

    @Override
    public int size() {
        return map.size();
    }
}
