// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import java.io.File;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.building.SettingsBuildingResult;
import org.apache.maven.settings.building.SettingsProblem;
import org.apache.maven.settings.crypto.DefaultSettingsDecrypter;
import org.apache.maven.settings.crypto.DefaultSettingsDecryptionRequest;
import org.apache.maven.settings.crypto.SettingsDecryptionResult;
import org.sonatype.plexus.components.cipher.DefaultPlexusCipher;
import org.sonatype.plexus.components.sec.dispatcher.DefaultSecDispatcher;

/** Reads the settings of Maven, the user's over those of the installation, and decrypts their passwords. */
final class MavenSettings {

    /** Where Maven looks for the master password. */
    private static final String SECURITY = "settings-security.xml";

    private MavenSettings() {}

    /**
     * Returns the settings that hold.
     *
     * @param note takes warnings
     * @throws LibraryException if a file cannot be read
     */
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
            throw new LibraryException(
                    "Maven's settings cannot be read: " + text(e.getProblems().get(0)), e);
        }
    }

    /** Returns the system properties as Maven has them, with the variables of the environment. */
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
                        + ". The master password is looked for in "
                        + setup.home().resolve(SECURITY)
                        + "; requests to this server are sent with what the settings have."));
        return settings;
    }
}
