/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes keys and certificates with the JDK's keytool. */
final class Certificates {

    static final String PASSWORD = "a password for tests";

    private final Path folder;
    private final Path password;

    Certificates(Path folder) throws Exception {
        this.folder = folder;
        password = TestNodes.secretFile(folder, "password", PASSWORD);
    }

    /** Makes a key with its certificate. */
    void key(String name) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-keystore",
                store(name));
    }

    /** Adds a certificate to those that all nodes trust. */
    void trust(String name) throws Exception {
        keytool("-exportcert", "-alias", name, "-keystore", store(name), "-file", certificate(name));
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                name,
                "-keystore",
                trusted().toString(),
                "-file",
                certificate(name));
    }

    /** Returns the settings of a node with its own key. */
    TlsSettings settings(String name) {
        return new TlsSettings(Path.of(store(name)), trusted(), new SecretSource.InFile(password));
    }

    private Path trusted() {
        return folder.resolve("trusted.p12");
    }

    private String store(String name) {
        return folder.resolve(name + ".p12").toString();
    }

    private String certificate(String name) {
        return folder.resolve(name + ".cer").toString();
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
