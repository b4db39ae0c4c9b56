// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.Map;

/** A service that a node offers to others. It serves the conversations that are opened with its name. */
public interface Service {

    /** Returns the name that callers use, unique on the node. */
    String name();

    /**
     * Serves one conversation, in its own thread. When this method returns, the conversation is closed. If it throws an
     * exception, the caller receives its class and message as text.
     *
     * @param conversation the conversation with the caller
     * @param arguments the caller's arguments, usually JSON; they must be validated
     * @throws Exception if serving fails
     */
    void serve(Conversation conversation, String arguments) throws Exception;

    /** Returns the work being done for callers, such as the suites being measured; empty while idle. */
    default String job() {
        return "";
    }

    /** A service whose metrics are sampled once a second, together with those of its node's JVM. */
    interface SampledService extends Service {

        /**
         * Returns metrics of 0 or more, by name. Called by one thread; must return quickly. Only metrics in the first
         * sample after the nodes are ready are recorded.
         */
        Map<String, Double> numbers();
    }
}
