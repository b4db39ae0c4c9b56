// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.XmlConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.StackType;

/**
 * A JGroups file with a single protocol that finds other nodes, such as
 * {@code <config><dns.DNS_PING dns_query="nodes.example"/></config>}. The rest of the stack is the same on all nodes,
 * for security.
 */
final class StackFile {

    private static final String ADVICE = "Leave one protocol that finds other nodes, such as"
            + " <config><dns.DNS_PING dns_query=\"nodes.example\"/></config>; Microbench sets up the others itself.";

    private StackFile() {}

    /**
     * Reads the protocol from a file.
     *
     * @throws ClusterException if the file cannot be read, or has anything else
     */
    static Discovery read(Path file) {
        List<ProtocolConfiguration> protocols;
        try (InputStream in = Files.newInputStream(file)) {
            protocols = XmlConfigurator.parseProtocols(XmlConfigurator.parseXmlDocument(in));
        } catch (Exception e) {
            throw new ClusterException("Stack file " + file + " cannot be read: " + e + ". " + ADVICE, e);
        }
        if (protocols.size() != 1) {
            throw new ClusterException("Stack file " + file + " has "
                    + protocols.stream()
                            .map(ProtocolConfiguration::getProtocolName)
                            .toList()
                    + ". " + ADVICE);
        }
        Protocol protocol = create(file, protocols.get(0));
        if (protocol instanceof Discovery discovery) {
            return discovery;
        }
        throw new ClusterException("Stack file " + file + " has "
                + protocols.get(0).getProtocolName() + ", which finds no nodes. " + ADVICE);
    }

    private static Protocol create(Path file, ProtocolConfiguration configuration) {
        try {
            List<Protocol> made = Configurator.createProtocols(List.of(configuration), null);
            Configurator.initializeAttrs(made.get(0), configuration, StackType.IPv4);
            return made.get(0);
        } catch (Exception e) {
            throw new ClusterException(
                    "Stack file " + file + ": " + configuration.getProtocolName() + " cannot be used: " + e
                            + ". Is its jar on the class path, and are its attributes in double quotes?",
                    e);
        }
    }
}
