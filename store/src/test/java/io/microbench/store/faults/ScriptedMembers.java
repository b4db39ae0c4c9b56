// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.faults;

import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Three members that hold one map, and do with it what a test wants. */
class ScriptedMembers implements Members {

    private static final int COUNT = 3;
    private static final int MAJORITY = 2;

    /** What the members do wrong. */
    enum Defect {
        NONE,
        /** The last key that was put once is gone after a kill. */
        LOSES,
        /** Member 2 answers with what was there when another one was killed or frozen. */
        STALE,
        /** Writes fail, and happen nevertheless. */
        FAILS_LATE,
        /** Answers no get. */
        WRITES_ONLY
    }

    private final Defect defect;
    private final TreeMap<Long, byte[]> map = new TreeMap<>();
    private Map<Long, byte[]> old = Map.of();
    private final Set<Integer> stopped = ConcurrentHashMap.newKeySet();
    private long operations;
    private long lastOwnKey = -1;
    private boolean refused;

    ScriptedMembers(Defect defect) {
        this.defect = defect;
    }

    @Override
    public int count() {
        return COUNT;
    }

    @Override
    public Optional<Integer> leader() {
        return Optional.of(3);
    }

    private synchronized void stop(int number) {
        stopped.add(number);
        old = Map.copyOf(map);
        refused = false;
    }

    /** Whatever is done while members are away, a client notices it. */
    private synchronized void awaitRefusal() throws InterruptedException {
        while (!refused) {
            wait();
        }
    }

    @Override
    public synchronized void kill(int number) {
        stop(number);
        if (defect == Defect.LOSES) {
            map.remove(lastOwnKey);
        }
    }

    @Override
    public void restart(List<Integer> numbers) throws InterruptedException {
        awaitRefusal();
        numbers.forEach(stopped::remove);
    }

    @Override
    public void freeze(int number) {
        stop(number);
    }

    @Override
    public void thaw(int number) throws InterruptedException {
        awaitRefusal();
        stopped.remove(number);
    }

    @Override
    public Store connect(int number) {
        return new Connection(number);
    }

    @Override
    public void close() {
        // There is nothing to end.
    }

    private final class Connection implements Store {

        private final int number;

        Connection(int number) {
            this.number = number;
        }

        private void check() throws IOException {
            if (stopped.contains(number) || COUNT - stopped.size() < MAJORITY) {
                refused = true;
                ScriptedMembers.this.notifyAll();
                throw new IOException("no answer");
            }
        }

        private void changed() throws IOException {
            if (defect == Defect.FAILS_LATE && ++operations % 20 == 0) {
                throw new IOException("no answer");
            }
        }

        @Override
        public void put(long key, byte[] value) throws IOException {
            synchronized (ScriptedMembers.this) {
                check();
                map.put(key, value);
                changed();
                lastOwnKey = key >= FaultClient.SHARED_KEYS ? key : lastOwnKey;
            }
        }

        @Override
        public Optional<byte[]> get(long key) throws IOException {
            synchronized (ScriptedMembers.this) {
                check();
                if (defect == Defect.WRITES_ONLY) {
                    throw new IOException("no answer");
                }
                boolean isStale = defect == Defect.STALE && number == 2 && old.containsKey(key);
                return Optional.ofNullable(isStale ? old.get(key) : map.get(key));
            }
        }

        @Override
        public void delete(long key) throws IOException {
            synchronized (ScriptedMembers.this) {
                check();
                map.remove(key);
                changed();
                lastOwnKey = key >= FaultClient.SHARED_KEYS ? key : lastOwnKey;
            }
        }

        @Override
        public OptionalLong forces() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
