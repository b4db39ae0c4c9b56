/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs in the JVM of a {@link ChildNode}, until its input ends. */
final class ChildNodeMain {

    private ChildNodeMain() {}

    /** Takes the name, the file of the secret, the address of the parent, and the classes of the services. */
    public static void main(String[] arguments) throws Exception {
        List<Service> services = new ArrayList<>();
        for (String type : List.of(arguments).subList(3, arguments.length)) {
            services.add(Class.forName(type)
                    .asSubclass(Service.class)
                    .getConstructor()
                    .newInstance());
        }
        ClusterSettings settings = ClusterSettings.node(arguments[0])
                .secret(Optional.of(new SecretSource.InFile(Path.of(arguments[1]))))
                .join(List.of(arguments[2]))
                .joinDeadline(Nodes.DEADLINE)
                .build();
        try (Cluster node = Cluster.join(settings, services.toArray(new Service[0]))) {
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
