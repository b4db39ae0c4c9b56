// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.reactivex.rxjava3.schedulers.Schedulers;

/** The threads of RxJava, which all members of Infinispan in a JVM share, and which none of them stops. */
final class RxThreads {

    private static int users;

    private RxThreads() {}

    /** Starts the threads for the first member, in the calling thread, so that they do not belong to one member. */
    static synchronized void enter() {
        if (users == 0) {
            Schedulers.start();
        }
        users++;
    }

    /** Stops the threads after the last member. */
    static synchronized void leave() {
        users--;
        if (users == 0) {
            Schedulers.shutdown();
        }
    }
}
