// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

/** The kind of a host. A request to a node names one of these, never a class: a node starts no others. */
public enum HostKind {
    /** Starts forks of the benchmarks on its class path, see {@link ForkServer}. */
    FORKS(ForkServer.class.getName()),
    /** Runs a snippet together with other nodes. Its class is in a higher package, and on the class path of the request. */
    SNIPPETS("io.microbench.fanout.SnippetHost");

    private final String mainClass;

    HostKind(String mainClass) {
        this.mainClass = mainClass;
    }

    /** Returns the name of the class whose {@code main} the host runs. */
    public String mainClass() {
        return mainClass;
    }
}
