// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.library.Libraries.MavenSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.maven.settings.Settings;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.repository.AuthenticationContext;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.cipher.PlexusCipherException;

/** Tests sessions with Maven settings, without requests. */
class SettingsSessionTest {

    private static final RemoteRepository SAFE =
            new RemoteRepository.Builder("safe", "default", "https://repository.invalid/maven").build();

    @TempDir
    Path home;

    private final List<String> notes = new ArrayList<>();

    private MavenSetup setup(String settings) throws IOException {
        Path file = Files.writeString(home.resolve("settings.xml"), "<settings>" + settings + "</settings>");
        return new MavenSetup(home, Optional.of(file), Optional.empty(), Optional.empty(), false);
    }

    private void session(String settings, Consumer<RepositorySystemSession> look) throws IOException {
        MavenSetup setup = setup(settings);
        RepositorySystem system = new RepositorySystemSupplier().get();
        try (CloseableSession session =
                SettingsSession.open(system, setup, MavenSettings.read(setup, notes::add), notes::add)) {
            look.accept(session);
        } finally {
            system.shutdown();
        }
    }

    @Test
    void usesProxiesExceptForExcludedHosts() throws IOException {
        session(
                "<proxies><proxy><host>off.invalid</host><port>1</port><active>false</active></proxy>"
                        + "<proxy><host>proxy.invalid</host><port>3128</port><username>me</username><password>pw</password>"
                        + "<nonProxyHosts>*.local</nonProxyHosts></proxy></proxies>",
                session -> {
                    assertThat(session.getProxySelector().getProxy(SAFE)).satisfies(proxy -> {
                        assertThat(proxy.getHost()).isEqualTo("proxy.invalid");
                        assertThat(proxy.getPort()).isEqualTo(3128);
                        assertThat(proxy.getAuthentication()).isNotNull();
                    });
                    assertThat(session.getProxySelector()
                                    .getProxy(new RemoteRepository.Builder("near", "default", "https://a.local/m")
                                            .build()))
                            .isNull();
                });
    }

    @Test
    void authenticatesWithUserPasswordAndHeaders() throws IOException {
        session(
                "<servers><server><id>safe</id><username>me</username><password>pw</password><configuration><httpHeaders>"
                        + "<property><name>Job-Token</name><value>abc</value></property>"
                        + "</httpHeaders></configuration></server></servers>",
                session -> {
                    RemoteRepository repository = new RemoteRepository.Builder(SAFE)
                            .setAuthentication(
                                    session.getAuthenticationSelector().getAuthentication(SAFE))
                            .build();
                    AuthenticationContext context = AuthenticationContext.forRepository(session, repository);
                    assertThat(context.get(AuthenticationContext.USERNAME)).isEqualTo("me");
                    assertThat(context.get(AuthenticationContext.PASSWORD)).isEqualTo("pw");
                    assertThat(session.getConfigProperties().get("aether.transport.http.headers.safe"))
                            .isEqualTo(Map.of("Job-Token", "abc"));
                });
    }

    @Test
    void alwaysChecksChecksumsAndCachesNoErrors() throws IOException {
        session("", session -> {
            assertThat(session.getChecksumPolicy()).isEqualTo(RepositoryPolicy.CHECKSUM_POLICY_FAIL);
            assertThat(session.isOffline()).isFalse();
            assertThat(session.getLocalRepository().getBasePath()).isEqualTo(home.resolve("repository"));
        });
    }

    @Test
    void decryptsPasswordsWithTheMasterPassword() throws IOException, PlexusCipherException {
        DefaultPlexusCipher cipher = new DefaultPlexusCipher();
        Files.writeString(
                home.resolve("settings-security.xml"),
                "<settingsSecurity><master>" + cipher.encryptAndDecorate("key", "settings.security")
                        + "</master></settingsSecurity>");

        Settings settings = MavenSettings.read(
                setup("<servers><server><id>safe</id><password>" + cipher.encryptAndDecorate("secret", "key")
                        + "</password></server></servers>"),
                notes::add);
        assertThat(settings.getServer("safe").getPassword()).isEqualTo("secret");
        assertThat(notes).isEmpty();
    }
}
