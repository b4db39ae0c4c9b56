// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Puts, gets and deletes keys, one operation at a time, and records the results. After a failed operation it connects
 * to the next member.
 *
 * <p>A quarter of the operations put unique keys, which reveals each lost write. The others use a few keys shared by
 * all clients: 40 % gets, 50 % puts, 10 % deletes.
 */
final class FaultClient implements Runnable {

    static final int SHARED_KEYS = 20;

    private static final int CLIENT_BITS = 32;
    private static final int OF_OWN = 4;
    private static final int KINDS = 10;
    private static final int GETS = 4;
    private static final long RETRY_MILLIS = 20;

    private final Members members;
    private final int number;
    private final Duration pause;
    private final LongSupplier clock;
    private final List<Operation> operations = Collections.synchronizedList(new ArrayList<>());
    private final Random random;
    private int member;
    private long count;
    private volatile boolean over;
    private volatile boolean acknowledged;
    private volatile Optional<String> failure = Optional.empty();

    /**
     * Creates a client that pauses after each operation.
     *
     * @param number its index, counted from 0
     */
    FaultClient(Members members, int number, Duration pause, LongSupplier clock) {
        this.members = members;
        this.number = number;
        this.pause = pause;
        this.clock = clock;
        random = new Random(number);
        member = number % members.count();
    }

    void end() {
        over = true;
    }

    boolean takeAcknowledged() {
        boolean taken = acknowledged;
        acknowledged = false;
        return taken;
    }

    /** Returns all operations so far; the last one may not have returned. */
    List<Operation> operations() {
        return List.copyOf(operations);
    }

    Optional<String> failure() {
        return failure;
    }

    private void failed(Exception reason) {
        failure = Optional.of("member " + (member + 1) + ": " + reason);
    }

    @Override
    public void run() {
        try {
            while (!over) {
                try (Store store = members.connect(member + 1)) {
                    use(store);
                } catch (IOException | RuntimeException e) {
                    // The client could not connect, or the member disappeared while the connection was being closed.
                    failed(e);
                }
                member = (member + 1) % members.count();
                Thread.sleep(RETRY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void use(Store store) throws InterruptedException {
        while (!over) {
            if (!operate(store)) {
                return;
            }
            Thread.sleep(pause.toMillis());
        }
    }

    private boolean operate(Store store) {
        long fresh = ((long) number << CLIENT_BITS) + ++count;
        if (random.nextInt(OF_OWN) == 0) {
            return put(store, SHARED_KEYS + fresh, fresh);
        }
        long key = random.nextInt(SHARED_KEYS);
        int kind = random.nextInt(KINDS);
        if (kind == 0) {
            return apply(Operation.Kind.DELETE, key, OptionalLong.empty(), () -> {
                store.delete(key);
                return OptionalLong.empty();
            });
        }
        return kind <= GETS ? get(store, key) : put(store, key, fresh);
    }

    private boolean put(Store store, long key, long value) {
        return apply(Operation.Kind.PUT, key, OptionalLong.of(value), () -> {
            store.put(key, Values.bytes(key, value));
            return OptionalLong.empty();
        });
    }

    private boolean get(Store store, long key) {
        return apply(Operation.Kind.GET, key, OptionalLong.empty(), () -> found(store, key));
    }

    static OptionalLong found(Store store, long key) throws IOException {
        Optional<byte[]> found = store.get(key);
        return found.isPresent() ? Values.read(key, found.get()) : OptionalLong.empty();
    }

    private interface Call {
        OptionalLong run() throws IOException;
    }

    /** Applies an operation and returns whether it succeeded. */
    private boolean apply(Operation.Kind kind, long key, OptionalLong value, Call call) {
        int index = operations.size();
        Operation invoked = new Operation(number, key, kind, value, clock.getAsLong(), OptionalLong.empty());
        operations.add(invoked);
        try {
            OptionalLong found = call.run();
            operations.set(index, invoked.returned(found, clock.getAsLong()));
        } catch (IOException | RuntimeException e) {
            failed(e);
            return false;
        }
        acknowledged |= kind != Operation.Kind.GET;
        return true;
    }

    /** The stored bytes of values: 100 bytes with the key and a unique number. */
    static final class Values {

        /** The value returned for bytes that no client has written. */
        static final long STRANGE = -1;

        private static final int SIZE = 100;

        private Values() {}

        static byte[] bytes(long key, long value) {
            return ByteBuffer.allocate(SIZE).putLong(key).putLong(value).array();
        }

        static OptionalLong read(long key, byte[] found) {
            long value = found.length == SIZE ? ByteBuffer.wrap(found).getLong(Long.BYTES) : STRANGE;
            return OptionalLong.of(Arrays.equals(found, bytes(key, value)) ? value : STRANGE);
        }
    }
}
