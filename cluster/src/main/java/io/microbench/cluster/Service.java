// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/** What a node does for others: it answers conversations that are opened with its name. */
public interface Service {

    /** Returns the name that callers give; unique on its node. */
    String name();

    /**
     * Serves one conversation, in a thread of its own. When it returns, the conversation is closed; when it throws, the
     * caller gets class, message and stack trace as text.
     *
     * @param conversation talks with the caller
     * @param arguments what the caller sent when it opened the conversation, usually JSON; to be validated
     * @throws Exception whatever goes wrong
     */
    void serve(Conversation conversation, String arguments) throws Exception;
}
