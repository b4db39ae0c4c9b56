// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.Member;
import io.microbench.store.MemberPlace;
import io.microbench.store.MemberStart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.OptionalLong;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/** A node of Infinispan with one cache, and a Hot Rod server for clients. */
final class InfinispanMember implements Member {

    static final String CACHE = "store";

    private static final String CLUSTER = "store";

    private final DefaultCacheManager caches;
    private final HotRodServer server;
    private final Durability durability;

    private InfinispanMember(DefaultCacheManager caches, HotRodServer server, Durability durability) {
        this.caches = caches;
        this.server = server;
        this.durability = durability;
    }

    static InfinispanMember start(MemberStart start) throws IOException {
        MemberPorts.requireFree(start.own());
        QuietLog.install();
        Files.createDirectories(start.folder());
        RxThreads.enter();
        DefaultCacheManager caches = new DefaultCacheManager(global(start), false);
        HotRodServer server = new HotRodServer();
        try {
            caches.defineConfiguration(CACHE, cache(start));
            caches.start();
            caches.getCache(CACHE);
            server.start(
                    new HotRodServerConfigurationBuilder()
                            .host(start.own().host())
                            .port(clientPort(start.own()))
                            .build(),
                    caches);
            server.postStart();
            return new InfinispanMember(caches, server, start.durability());
        } catch (RuntimeException | LinkageError e) {
            caches.stop();
            RxThreads.leave();
            throw new IOException("member " + start.number() + " of Infinispan does not start: " + e, e);
        }
    }

    static int clientPort(MemberPlace place) {
        return place.ports().get(0);
    }

    private static GlobalConfiguration global(MemberStart start) {
        GlobalConfigurationBuilder builder = new GlobalConfigurationBuilder();
        builder.transport()
                .defaultTransport()
                .addProperty(JGroupsTransport.CONFIGURATION_XML, InfinispanStack.xml(start))
                .clusterName(CLUSTER)
                .nodeName("member" + start.number());
        builder.jmx().disable();
        builder.metrics().gauges(false).histograms(false);
        builder.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
        return builder.build();
    }

    private static Configuration cache(MemberStart start) {
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.clustering().cacheMode(CacheMode.REPL_SYNC);
        builder.encoding().mediaType(MediaType.APPLICATION_OCTET_STREAM_TYPE);
        if (start.durability() != Durability.MEMORY) {
            builder.persistence()
                    .addSoftIndexFileStore()
                    .dataLocation(start.folder().resolve("data").toString())
                    .indexLocation(start.folder().resolve("index").toString())
                    .purgeOnStartup(false)
                    .preload(true);
        }
        return builder.build();
    }

    /** Returns empty: no member leads for all keys. */
    @Override
    public Optional<Boolean> leads() {
        return Optional.empty();
    }

    @Override
    public OptionalLong forces() {
        return durability == Durability.MEMORY ? OptionalLong.of(0) : OptionalLong.empty();
    }

    @Override
    public void close() {
        try {
            server.stop();
            caches.stop();
        } finally {
            RxThreads.leave();
        }
    }
}
