// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.library.Libraries.MavenSetup;
import io.microbench.text.PreflightException;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.maven.settings.Profile;
import org.apache.maven.settings.Repository;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.building.SettingsBuildingResult;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/** Reads Maven's settings, where the user's settings override those of the installation, and decrypts their passwords. */
final class MavenSettings {

    /** The file with the master password. */
    private static final String SECURITY = "settings-security.xml";

    private static final String CENTRAL = "central";
    private static final String CENTRAL_URL = "https://repo.maven.apache.org/maven2";
    private static final String DEFAULT_LAYOUT = "default";
    private static final RepositoryPolicy NONE =
            new RepositoryPolicy(false, RepositoryPolicy.UPDATE_POLICY_DAILY, RepositoryPolicy.CHECKSUM_POLICY_FAIL);

    private MavenSettings() {}

    /** Returns the effective settings. */
    static Settings read(MavenSetup setup, Consumer<String> note) {
        DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
        request.setSystemProperties(systemProperties());
        setup.globalSettings().map(Path::toFile).ifPresent(request::setGlobalSettingsFile);
        setup.userSettings().map(Path::toFile).ifPresent(request::setUserSettingsFile);
        try {
            SettingsBuildingResult result =
                    new DefaultSettingsBuilderFactory().newInstance().build(request);
            result.getProblems().forEach(problem -> note.accept("WARNING: " + text(problem)));
            return decrypted(result.getEffectiveSettings(), setup, note);
        } catch (SettingsBuildingException e) {
            throw new PreflightException(
                    "Maven's settings cannot be read: " + text(e.getProblems().get(0)));
        }
    }

    /** Returns the system properties as in Maven, with the environment variables. */
    static Properties systemProperties() {
        Properties all = new Properties();
        System.getenv().forEach((name, value) -> all.setProperty("env." + name, value));
        System.getProperties()
                .stringPropertyNames()
                .forEach(name -> all.setProperty(name, System.getProperty(name, "")));
        return all;
    }

    private static String text(SettingsProblem problem) {
        String source = problem.getLocation().isEmpty() ? "" : " (" + problem.getLocation() + ")";
        return problem.getMessage() + source;
    }

    private static Settings decrypted(Settings settings, MavenSetup setup, Consumer<String> note) {
        DefaultSecDispatcher dispatcher = new DefaultSecDispatcher(new DefaultPlexusCipher());
        dispatcher.setConfigurationFile(setup.home() + File.separator + SECURITY);
        SettingsDecryptionResult result =
                new DefaultSettingsDecrypter(dispatcher).decrypt(new DefaultSettingsDecryptionRequest(settings));
        settings.setServers(result.getServers());
        settings.setProxies(result.getProxies());
        result.getProblems()
                .forEach(problem -> note.accept("WARNING: " + problem.getMessage()
                        + ". The master password is expected in "
                        + setup.home().resolve(SECURITY)
                        + "; requests to this server use the values unchanged."));
        return settings;
    }

    /**
     * Returns the repositories that Maven uses outside of a project, each id once: the repositories of active profiles,
     * then Maven Central. Mirrors, proxies and authentication are not applied yet.
     */
    static List<RemoteRepository> repositories(Settings settings) {
        Map<String, RemoteRepository> all = new LinkedHashMap<>();
        for (Profile profile : active(settings)) {
            for (Repository repository : profile.getRepositories()) {
                all.put(repository.getId(), remote(repository));
            }
        }
        all.computeIfAbsent(CENTRAL, id -> new RemoteRepository.Builder(id, DEFAULT_LAYOUT, CENTRAL_URL)
                .setSnapshotPolicy(NONE)
                .build());
        return List.copyOf(all.values());
    }

    private static RemoteRepository remote(Repository repository) {
        String layout = repository.getLayout() == null ? DEFAULT_LAYOUT : repository.getLayout();
        return new RemoteRepository.Builder(repository.getId(), layout, repository.getUrl())
                .setReleasePolicy(policy(repository.getReleases()))
                .setSnapshotPolicy(policy(repository.getSnapshots()))
                .build();
    }

    private static RepositoryPolicy policy(org.apache.maven.settings.RepositoryPolicy given) {
        if (given == null) {
            return new RepositoryPolicy();
        }
        String update =
                given.getUpdatePolicy() == null ? RepositoryPolicy.UPDATE_POLICY_DAILY : given.getUpdatePolicy();
        return new RepositoryPolicy(given.isEnabled(), update, RepositoryPolicy.CHECKSUM_POLICY_FAIL);
    }

    /** Returns the profiles that the settings name as active; if there are none, the profiles that are active by default. */
    private static List<Profile> active(Settings settings) {
        List<Profile> named = settings.getProfiles().stream()
                .filter(profile -> settings.getActiveProfiles().contains(profile.getId()))
                .toList();
        return named.isEmpty()
                ? settings.getProfiles().stream()
                        .filter(profile -> profile.getActivation() != null
                                && profile.getActivation().isActiveByDefault())
                        .toList()
                : named;
    }
}
