// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

/** How a conversation ended. */
public sealed interface ConversationEnd {

    /** One side closed it; {@code here} if it was this one. */
    record Closed(boolean here) implements ConversationEnd {}

    /** The other side failed. */
    record Failed(RemoteFailure failure) implements ConversationEnd {}

    /** The other node is no longer a member, or no longer has the conversation. */
    record Lost(String reason) implements ConversationEnd {}

    /** Returns the end as part of a sentence. */
    default String text() {
        if (this instanceof Failed failed) {
            return "failed on the other node: " + failed.failure();
        }
        if (this instanceof Lost lost) {
            return "lost: " + lost.reason();
        }
        return ((Closed) this).here() ? "closed" : "closed by the other node";
    }
}
