// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
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
record InfinispanMember(DefaultCacheManager caches, HotRodServer server, Durability durability) implements Member {

    static final String CACHE = "store";

    private static final String CLUSTER = "store";

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

    static int clientPort(MemberLocation place) {
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

    /** Returns empty, because no member leads for all keys. */
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

    /** The protocols of Infinispan's TCP stack, between known addresses and with shorter timeouts. */
    private static final class InfinispanStack {
        private static final int PEERS = 1;

        private InfinispanStack() {}

        static String xml(MemberStart start) {
            String hosts = start.members().stream()
                    .map(place -> place.host() + "[" + port(place) + "]")
                    .collect(Collectors.joining(","));
            // Suspect events instead of FD_SOCK2, which listens on other ports. Without tcp_nodelay, a small message
            // waits up to 40 ms for the acknowledgement of the previous one. Times are in milliseconds.
            return String.format(Locale.ROOT, """
                    <config xmlns="urn:org:jgroups">
                      <TCP bind_addr="%s" bind_port="%d" port_range="0" tcp_nodelay="true"
                           enable_suspect_events="true" diag.enabled="false"/>
                      <RED/>
                      <TCPPING initial_hosts="%s" port_range="0"/>
                      <MERGE3 min_interval="1000" max_interval="3000"/>
                      <FD_ALL3 timeout="5000" interval="1000"/>
                      <VERIFY_SUSPECT2 timeout="500"/>
                      <pbcast.NAKACK2 use_mcast_xmit="false"/>
                      <UNICAST3/>
                      <pbcast.STABLE/>
                      <pbcast.GMS join_timeout="1000" print_local_addr="false"/>
                      <UFC/>
                      <MFC/>
                      <FRAG4/>
                    </config>
                    """, start.own().host(), port(start.own()), hosts);
        }

        private static int port(MemberLocation place) {
            return place.ports().get(PEERS);
        }
    }

    /** The threads of RxJava. All members of Infinispan in a JVM share them, and no member stops them. */
    private static final class RxThreads {
        private static int users;

        private RxThreads() {}

        /** Starts the threads before the first member starts, in the calling thread, so that they do not belong to that member. */
        static synchronized void enter() {
            if (users == 0) {
                Schedulers.start();
            }
            users++;
        }

        /** Stops the threads after the last member. */
        static synchronized void leave() {
            users--;
            if (users == 0) {
                Schedulers.shutdown();
            }
        }
    }
}
