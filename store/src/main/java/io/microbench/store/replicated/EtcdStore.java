// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.options.GetOption;
import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.replicated.EtcdMember.EtcdCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A jetcd client, connected to one member. */
final class EtcdStore implements Store {
    private final String member;
    private final Client client;
    private final KV pairs;
    private final GetOption reads;
    private final Duration timeout = AnswerTimeout.get();

    /** Threads that send requests, without waiting for answers; jetcd's default is an unlimited number. */
    private final ExecutorService threads;

    private EtcdStore(String member, Reads reads) {
        this.member = member;
        this.reads = GetOption.builder().withSerializable(reads == Reads.LOCAL).build();
        this.threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), task -> {
            Thread thread = new Thread(task, "etcd client of " + member);
            thread.setDaemon(true);
            return thread;
        });
        this.client = Client.builder()
                .endpoints(member)
                .waitForReady(false)
                .executorService(threads)
                .build();
        this.pairs = client.getKVClient();
    }

    static EtcdStore connect(MemberLocation place, Reads reads) {
        QuietLog.install();
        return new EtcdStore(EtcdCommand.clients(place), reads);
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        answer("put", key, pairs.put(name(key), ByteSequence.from(value)));
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        return answer("get", key, pairs.get(name(key), reads)).getKvs().stream()
                .map(pair -> pair.getValue().getBytes())
                .findFirst();
    }

    @Override
    public void delete(long key) throws IOException {
        answer("delete", key, pairs.delete(name(key)));
    }

    private static ByteSequence name(long key) {
        return ByteSequence.from(ByteBuffer.allocate(Long.BYTES).putLong(key).array());
    }

    private <T> T answer(String what, long key, CompletableFuture<T> future) throws IOException {
        try {
            return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failed(what, key, Optional.ofNullable(e.getCause()).orElse(e));
        } catch (TimeoutException e) {
            future.cancel(true);
            throw failed(what, key, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, key, e);
        }
    }

    private IOException failed(String what, long key, Throwable cause) {
        return new IOException(what + " " + key + " through " + member + " failed: " + cause, cause);
    }

    @Override
    public void close() {
        client.close();
        threads.shutdownNow();
    }
}
