// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.util.Map;

/** A service of a node for others: answers conversations that are opened with its name. */
public interface Service {

    /** Returns the name by which callers open it; unique on its node. */
    String name();

    /**
     * Serves one conversation, in its own thread. When it returns, the conversation is closed; when it throws, the
     * caller receives class and message as text.
     *
     * @param conversation the conversation with the caller
     * @param arguments the arguments from the opening caller, usually JSON; validate them
     * @throws Exception if serving fails
     */
    void serve(Conversation conversation, String arguments) throws Exception;

    /** Returns what it does for its callers now, such as the suites it measures; empty while it is idle. */
    default String job() {
        return "";
    }

    /** A service whose numbers are sampled once a second, together with those of its node's JVM. */
    interface SampledService extends Service {

        /**
         * Returns numbers of 0 or more by name; called by one thread, and must return quickly. A name that is missing in
         * the first sample after the nodes are ready is not recorded.
         */
        Map<String, Double> numbers();
    }
}
