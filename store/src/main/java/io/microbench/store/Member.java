// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A member of a replicated store that was started in this JVM. */
public interface Member extends AutoCloseable {

    /**
     * Returns whether changes are decided by this member at the moment; empty if the store has no such member. Two members may think so
     * for a while after one of them was cut off.
     */
    Optional<Boolean> leads();

    /** Returns how often the member made its disk write what it was given, since it was started; empty if it does not know. */
    OptionalLong forces();

    /** Returns the processes outside this JVM that it consists of; none if it lives in this JVM. */
    default List<ProcessHandle> processes() {
        return List.of();
    }

    /**
     * Returns what completes once the member has ended by itself, with the reason; where it logs to a file, the last lines are part of
     * that. By default it ends with one of its processes. What happens while the member is closed does not matter.
     */
    default CompletionStage<String> failure() {
        return CompletableFuture.anyOf(
                        processes().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                .thenApply(ended -> "process " + ((ProcessHandle) ended).pid() + " has ended");
    }

    /**
     * Stops the member; no thread, process or port of it is left.
     *
     * @throws IOException if what was acknowledged may be lost
     */
    @Override
    void close() throws IOException;
}
