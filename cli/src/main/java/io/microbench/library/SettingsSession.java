// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.MavenSetup;
import io.microbench.text.Quantity;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;
import org.eclipse.aether.util.repository.AuthenticationBuilder;
import org.eclipse.aether.util.repository.DefaultAuthenticationSelector;
import org.eclipse.aether.util.repository.DefaultMirrorSelector;
import org.eclipse.aether.util.repository.DefaultProxySelector;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;

/** Opens a session of the resolver according to Maven's settings. */
final class SettingsSession {

    /** The mirror with which Maven blocks unencrypted requests, unless its installation changes that. */
    private static final String BLOCKER = "maven-default-http-blocker";

    private SettingsSession() {}

    static CloseableSession open(RepositorySystem system, MavenSetup setup, Settings settings, Consumer<String> note) {
        SessionBuilder builder = new SessionBuilderSupplier(system)
                .get()
                .withLocalRepositoryBaseDirectories(localRepository(setup, settings))
                .setOffline(setup.offline() || settings.isOffline())
                // Checksums are required regardless of the policies of the repositories, because only published
                // libraries are measured.
                .setChecksumPolicy(RepositoryPolicy.CHECKSUM_POLICY_FAIL)
                // A missing artifact may have become available.
                .setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false))
                .setMirrorSelector(mirrors(setup, settings))
                .setProxySelector(proxies(settings))
                .setTransferListener(new DownloadLines(note))
                // Without its POM, a library would be measured without its dependencies.
                .setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false))
                .setSystemProperties(MavenSettings.systemProperties())
                .setConfigProperties(System.getProperties())
                // As in Maven 3: no list of prefixes is fetched first, and no lock files are left.
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

    /**
     * Writes a line for the first request to each repository, and for each downloaded jar. Several threads may download
     * at the same time.
     */
    static final class DownloadLines extends AbstractTransferListener {

        private static final String JAR = ".jar";

        private final Consumer<String> note;
        private final Set<String> repositories = new HashSet<>();

        DownloadLines(Consumer<String> note) {
            this.note = note;
        }

        @Override
        public synchronized void transferInitiated(TransferEvent event) {
            TransferResource resource = event.getResource();
            if (repositories.add(resource.getRepositoryUrl())) {
                note.accept("# Asking " + resource.getRepositoryId() + " ("
                        + resource.getRepositoryUrl().replaceFirst("/$", "") + ") for libraries.");
            }
        }

        @Override
        public synchronized void transferStarted(TransferEvent event) {
            TransferResource resource = event.getResource();
            String name = resource.getResourceName();
            if (name.endsWith(JAR)) {
                long bytes = resource.getContentLength();
                note.accept("# Downloading " + name.substring(name.lastIndexOf('/') + 1)
                        + (bytes < 0 ? "" : " (" + Quantity.MEMORY.format((double) bytes) + ")") + " from "
                        + resource.getRepositoryId() + ".");
            }
        }
    }
}
