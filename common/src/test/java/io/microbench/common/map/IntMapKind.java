// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.map;

import io.netty.util.collection.IntObjectHashMap;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The compared maps, each with its default capacity and load factor. */
public enum IntMapKind {
    /** Netty's map, which uses a key as its hash. */
    NETTY {
        @Override
        IntMap create() {
            return new OfNetty(new IntObjectHashMap<>());
        }
    },

    /** Agrona's map, which spreads the bits of a key first. */
    AGRONA {
        @Override
        IntMap create() {
            return new OfAgrona(new Int2ObjectHashMap<>());
        }
    },

    /** The JDK's map, which boxes keys. */
    JDK {
        @Override
        IntMap create() {
            return new OfJdk(new HashMap<>());
        }
    };

    /** Returns an empty map. */
    abstract IntMap create();

    private record OfNetty(IntObjectHashMap<Object> map) implements IntMap {

        @Override
        public void put(int key, Object value) {
            map.put(key, value);
        }

        @Override
        public @Nullable Object get(int key) {
            return map.get(key);
        }

        @Override
        public int size() {
            return map.size();
        }
    }

    private record OfAgrona(Int2ObjectHashMap<Object> map) implements IntMap {

        @Override
        public void put(int key, Object value) {
            map.put(key, value);
        }

        @Override
        public @Nullable Object get(int key) {
            return map.get(key);
        }

        @Override
        public int size() {
            return map.size();
        }
    }

    private record OfJdk(Map<Integer, Object> map) implements IntMap {

        @Override
        public void put(int key, Object value) {
            map.put(key, value);
        }

        @Override
        public @Nullable Object get(int key) {
            return map.get(key);
        }

        @Override
        public int size() {
            return map.size();
        }
    }
}
