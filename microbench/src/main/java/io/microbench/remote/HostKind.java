// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

/**
 * What a host does. Whoever asks a node for a host names one of these, never a class: a node starts no other.
 */
public enum HostKind {
    /** Starts forks of the benchmarks on its class path, see {@link ForkServer}. */
    FORKS(ForkServer.class.getName()),
    /** Runs a snippet together with other nodes. It is above this package, and on the class path that whoever asks gives. */
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
