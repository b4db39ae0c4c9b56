// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/** Creates random histories. */
final class RandomHistories {

    private static final int KINDS = 10;

    private RandomHistories() {}

    /** Returns the operations of several threads on a map. */
    static List<Operation> ofMap(long seed, int threads, int each, int keys) throws Exception {
        ConcurrentHashMap<Long, Long> map = new ConcurrentHashMap<>();
        List<Operation> history = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> running = new ArrayList<>();
        for (int client = 0; client < threads; client++) {
            int number = client;
            Thread thread = new Thread(() -> {
                Random random = new Random(seed * threads + number);
                try {
                    start.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < each; i++) {
                    history.add(apply(map, number, random, keys, (long) number * each + i));
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        return List.copyOf(history);
    }

    private static Operation apply(ConcurrentHashMap<Long, Long> map, int client, Random random, int keys, long fresh) {
        long key = random.nextInt(keys);
        int kind = random.nextInt(KINDS);
        long invoked = System.nanoTime();
        if (kind == 0) {
            map.remove(key);
            return new Operation(client, key, Operation.Kind.DELETE, OptionalLong.empty(), invoked, now());
        }
        if (kind < KINDS / 2) {
            map.put(key, fresh);
            return new Operation(client, key, Operation.Kind.PUT, OptionalLong.of(fresh), invoked, now());
        }
        Long found = map.get(key);
        OptionalLong value = found == null ? OptionalLong.empty() : OptionalLong.of(found);
        return new Operation(client, key, Operation.Kind.GET, value, invoked, now());
    }

    private static OptionalLong now() {
        return OptionalLong.of(System.nanoTime());
    }

    /** Returns a short history of one key with overlapping operations, in which some gets find wrong values. */
    static List<Operation> mutated(Random random, int size) {
        List<Operation> history = new ArrayList<>();
        OptionalLong state = OptionalLong.empty();
        for (int i = 0; i < size; i++) {
            // It takes effect at 10 * i: the history is linearizable before it is mutated.
            long invoked = 10L * i - random.nextInt(25);
            long returned = 10L * i + random.nextInt(25);
            int kind = random.nextInt(KINDS);
            Operation operation;
            if (kind == 0) {
                operation = Histories.delete(i, invoked, returned);
            } else if (kind < KINDS / 2) {
                operation = Histories.put(i, i, invoked, returned);
            } else {
                OptionalLong found = random.nextInt(3) == 0 ? OptionalLong.of(random.nextInt(size)) : state;
                operation =
                        new Operation(i, Histories.KEY, Operation.Kind.GET, found, invoked, OptionalLong.of(returned));
            }
            if (operation.isWrite()) {
                state = operation.left();
            }
            history.add(operation.isWrite() && random.nextInt(4) == 0 ? operation.withoutReturn() : operation);
        }
        Collections.shuffle(history, random);
        return history;
    }
}
