// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.configuration.ClientIntelligence;
import org.infinispan.client.hotrod.configuration.Configuration;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.client.hotrod.exceptions.HotRodClientException;
import org.infinispan.commons.marshall.IdentityMarshaller;
import org.jspecify.annotations.Nullable;

/** A Hot Rod client of one member. A byte precedes each value because empty values are not returned. */
final class InfinispanStore implements Store {
    private final String member;
    private final Configuration configuration;
    private @Nullable RemoteCacheManager manager;
    private volatile @Nullable RemoteCache<byte[], byte[]> cache;

    private InfinispanStore(String member, Configuration configuration) {
        this.member = member;
        this.configuration = configuration;
    }

    static InfinispanStore connect(MemberLocation place) {
        QuietLog.install();
        int port = InfinispanMember.clientPort(place);
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.addServer().host(place.host()).port(port);
        int timeout = Math.toIntExact(AnswerTimeout.get().toMillis());
        Configuration configuration = builder.clientIntelligence(ClientIntelligence.BASIC)
                .marshaller(IdentityMarshaller.INSTANCE)
                .connectionTimeout(timeout)
                .socketTimeout(timeout)
                .maxRetries(0)
                .build();
        return new InfinispanStore(place.host() + ":" + port, configuration);
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        byte[] marked = new byte[value.length + 1];
        System.arraycopy(value, 0, marked, 1, value.length);
        ask("put", key, found -> found.put(name(key), marked));
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        return Optional.ofNullable(ask("get", key, found -> found.get(name(key))))
                .map(marked -> Arrays.copyOfRange(marked, 1, marked.length));
    }

    @Override
    public void delete(long key) throws IOException {
        ask("delete", key, found -> found.remove(name(key)));
    }

    private static byte[] name(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    private byte @Nullable [] ask(String what, long key, Request request) throws IOException {
        try {
            return request.send(cache());
        } catch (HotRodClientException e) {
            throw new IOException(what + " " + key + " through " + member + " failed: " + e, e);
        }
    }

    /** Returns the cache. Connects at first use because a client requires an immediate answer when it starts. */
    private RemoteCache<byte[], byte[]> cache() throws IOException {
        RemoteCache<byte[], byte[]> known = cache;
        return known != null ? known : firstCache();
    }

    private synchronized RemoteCache<byte[], byte[]> firstCache() throws IOException {
        RemoteCache<byte[], byte[]> known = cache;
        if (known != null) {
            return known;
        }
        RemoteCacheManager started = manager;
        if (started == null) {
            started = new RemoteCacheManager(configuration);
            manager = started;
        }
        RemoteCache<byte[], byte[]> found = started.getCache(InfinispanMember.CACHE);
        if (found == null) {
            throw new IOException(member + " has no cache " + InfinispanMember.CACHE);
        }
        cache = found;
        return found;
    }

    @Override
    public synchronized void close() {
        if (manager != null) {
            manager.close();
        }
    }

    private interface Request {

        byte @Nullable [] send(RemoteCache<byte[], byte[]> cache);
    }
}
