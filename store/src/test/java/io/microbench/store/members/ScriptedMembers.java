// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Three members that share one map, with the defects that a test needs. */
class ScriptedMembers implements Members {

    private static final int COUNT = 3;
    private static final int MAJORITY = 2;

    /** A defect of the members. */
    enum Defect {
        NONE,
        /** The last changed unshared key is lost after a kill. */
        LOSES,
        /** Member 2 answers with the contents at the time when another one was killed or frozen. */
        STALE,
        /** Writes fail, but take effect. */
        FAILS_LATE,
        /** Gets are not answered. */
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

    /** Waits until a client has noticed the missing members. */
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
        // Nothing to stop.
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
            // Nothing to close.
        }
    }
}
