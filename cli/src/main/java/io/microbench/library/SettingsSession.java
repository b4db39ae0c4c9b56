// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.maven.settings.Mirror;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.repository.Authentication;
import org.eclipse.aether.repository.MirrorSelector;
import org.eclipse.aether.repository.Proxy;
import org.eclipse.aether.repository.ProxySelector;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.supplier.SessionBuilderSupplier;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;

/** Opens a session of the resolver according to Maven's settings. */
final class SettingsSession {

    /** The mirror with which Maven itself keeps from fetching without encryption, unless its installation says otherwise. */
    private static final String BLOCKER = "maven-default-http-blocker";

    private SettingsSession() {}

    /**
     * Opens a session.
     *
     * @param poms receives the problems of POMs
     * @param note takes lines about downloads
     */
    static CloseableSession open(
            RepositorySystem system, MavenSetup setup, Settings settings, UnreadPoms poms, Consumer<String> note) {
        SessionBuilder builder = new SessionBuilderSupplier(system)
                .get()
                .withLocalRepositoryBaseDirectories(localRepository(setup, settings))
                .setOffline(setup.offline() || settings.isOffline())
                // Regardless of the policies of the repositories: only what was published is measured.
                .setChecksumPolicy(RepositoryPolicy.CHECKSUM_POLICY_FAIL)
                // A missing artifact may have become available.
                .setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false))
                .setMirrorSelector(mirrors(setup, settings))
                .setProxySelector(proxies(settings))
                .setTransferListener(new DownloadLines(note))
                .setRepositoryListener(poms)
                .setSystemProperties(MavenSettings.systemProperties())
                .setConfigProperties(System.getProperties())
                // As Maven 3 does: no list of prefixes is fetched first, and no files of locks are left.
                .setConfigProperty("aether.remoteRepositoryFilter.prefixes", "false")
                .setConfigProperty("aether.syncContext.named.factory", "rwlock-local")
                .setConfigProperty("aether.syncContext.named.nameMapper", "gav");
        DefaultAuthenticationSelector authentication = new DefaultAuthenticationSelector();
        for (Server server : settings.getServers()) {
            authentication.add(server.getId(), authentication(server));
            headers(server)
                    .ifPresent(headers -> builder.setConfigProperty(
                            ConfigurationProperties.HTTP_HEADERS + "." + server.getId(), headers));
        }
        return builder.setAuthenticationSelector(authentication).build();
    }

    static Path localRepository(MavenSetup setup, Settings settings) {
        return setup.localRepository()
                .or(() -> Optional.ofNullable(settings.getLocalRepository()).map(Path::of))
                .orElseGet(() -> setup.home().resolve("repository"))
                .toAbsolutePath();
    }

    private static MirrorSelector mirrors(MavenSetup setup, Settings settings) {
        DefaultMirrorSelector mirrors = new DefaultMirrorSelector();
        for (Mirror mirror : settings.getMirrors()) {
            mirrors.add(
                    mirror.getId(),
                    mirror.getUrl(),
                    mirror.getLayout(),
                    false,
                    mirror.isBlocked(),
                    mirror.getMirrorOf(),
                    mirror.getMirrorOfLayouts());
        }
        if (setup.globalSettings().isEmpty()) {
            mirrors.add(BLOCKER, "http://0.0.0.0/", "default", false, true, "external:http:*", "default");
        }
        return mirrors;
    }

    private static ProxySelector proxies(Settings settings) {
        DefaultProxySelector proxies = new DefaultProxySelector();
        for (org.apache.maven.settings.Proxy proxy : settings.getProxies()) {
            if (proxy.isActive()) {
                Authentication authentication = new AuthenticationBuilder()
                        .addUsername(proxy.getUsername())
                        .addPassword(proxy.getPassword())
                        .build();
                proxies.add(
                        new Proxy(proxy.getProtocol(), proxy.getHost(), proxy.getPort(), authentication),
                        proxy.getNonProxyHosts());
            }
        }
        return proxies;
    }

    private static Authentication authentication(Server server) {
        return new AuthenticationBuilder()
                .addUsername(server.getUsername())
                .addPassword(server.getPassword())
                .addPrivateKey(server.getPrivateKey(), server.getPassphrase())
                .build();
    }

    /** Returns the HTTP headers configured for a server, such as tokens. */
    private static Optional<Map<String, String>> headers(Server server) {
        Map<String, String> all = new LinkedHashMap<>();
        if (server.getConfiguration() instanceof Xpp3Dom configuration
                && configuration.getChild("httpHeaders") != null) {
            for (Xpp3Dom property : configuration.getChild("httpHeaders").getChildren("property")) {
                Xpp3Dom name = property.getChild("name");
                Xpp3Dom value = property.getChild("value");
                if (name != null && value != null) {
                    all.put(name.getValue(), value.getValue());
                }
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }
}
