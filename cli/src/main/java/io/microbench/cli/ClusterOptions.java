/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.nodes.NodeSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The words that every command on nodes takes: where they are, and how this one proves that it may join them. */
final class ClusterOptions {

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT[,...]",
            description =
                    "Addresses of nodes that are there. Default for all but node: 127.0.0.1:" + NodeSettings.PORT + ".")
    private Optional<String> join = Optional.empty();

    @Option(
            names = "--join-deadline",
            paramLabel = "TIME",
            description = "How long to look for the others. Default: 30s.")
    private Optional<String> deadline = Optional.empty();

    @Option(
            names = "--bind",
            paramLabel = "HOST",
            description =
                    "Address of this machine to listen on; other than loopback only with a secret and certificates."
                            + " Default: 127.0.0.1.")
    private Optional<String> bind = Optional.empty();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "File with the cluster's secret in its first line, readable for nobody else. On loopback the"
                    + " default is one of yours.")
    private Optional<String> secretFile = Optional.empty();

    @Option(names = "--secret-variable", paramLabel = "NAME", description = "Environment variable with that secret.")
    private Optional<String> secretVariable = Optional.empty();

    @Option(
            names = "--keystore",
            paramLabel = "FILE",
            description = "PKCS #12 file with this node's certificate and key.")
    private Optional<String> keyStore = Optional.empty();

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            description = "PKCS #12 file with the certificates of all nodes, or of their authority.")
    private Optional<String> trustStore = Optional.empty();

    @Option(names = "--password-file", paramLabel = "FILE", description = "File with the password of both.")
    private Optional<String> passwordFile = Optional.empty();

    @Option(
            names = "--password-variable",
            paramLabel = "NAME",
            description = "Environment variable with that password.")
    private Optional<String> passwordVariable = Optional.empty();

    @Option(
            names = "--stack",
            paramLabel = "FILE",
            description = "JGroups stack with the protocol that finds the others, instead of --join.")
    private Optional<String> stack = Optional.empty();

    /** Returns what was given, by the names that the settings have under Maven. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        join.ifPresent(value -> settings.put(NodeSettings.JOIN, value));
        put(settings, "joinDeadline", deadline);
        put(settings, "bind", bind);
        put(settings, "secretFile", secretFile);
        put(settings, "secretVariable", secretVariable);
        put(settings, "keyStore", keyStore);
        put(settings, "trustStore", trustStore);
        put(settings, "passwordFile", passwordFile);
        put(settings, "passwordVariable", passwordVariable);
        put(settings, "stack", stack);
        return settings;
    }

    private static void put(Map<String, String> settings, String name, Optional<String> value) {
        value.ifPresent(text -> settings.put(NodeSettings.PREFIX + name, text));
    }
}
