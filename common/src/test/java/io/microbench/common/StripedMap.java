// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** {@value #STRIPES} hash maps, each with its own lock, as {@code ConcurrentHashMap} was divided before Java 8. */
final class StripedMap implements SharedMap {

    /** A power of two; the number of segments that {@code ConcurrentHashMap} had by default. */
    static final int STRIPES = 16;

    @SuppressWarnings({"unchecked", "rawtypes"}) // a generic array
    private final Map<Integer, Integer>[] stripes = new Map[STRIPES];

    StripedMap() {
        Arrays.setAll(stripes, i -> new HashMap<>());
    }

    private Map<Integer, Integer> stripe(Integer key) {
        int hash = key.hashCode();
        // A hash map uses the low bits itself.
        return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
    }

    @Override
    public boolean insert(Integer key) {
        Map<Integer, Integer> stripe = stripe(key);
        synchronized (stripe) {
            return stripe.putIfAbsent(key, key) == null;
        }
    }

    @Override
    public boolean query(Integer key) {
        Map<Integer, Integer> stripe = stripe(key);
        synchronized (stripe) {
            return stripe.get(key) != null;
        }
    }

    @Override
    public boolean delete(Integer key) {
        Map<Integer, Integer> stripe = stripe(key);
        synchronized (stripe) {
            return stripe.remove(key) != null;
        }
    }

    @Override
    public int size() {
        int size = 0;
        for (Map<Integer, Integer> stripe : stripes) {
            synchronized (stripe) {
                size += stripe.size();
            }
        }
        return size;
    }
}
