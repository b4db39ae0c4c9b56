// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.reactivex.rxjava3.schedulers.Schedulers;

/** The threads of RxJava, which all members of Infinispan in a JVM use, and none of them ends. */
final class RxThreads {

    private static int users;

    private RxThreads() {}

    /** Starts them for the first member; by the thread that calls, so that they do not count as one member's own. */
    static synchronized void enter() {
        if (users == 0) {
            Schedulers.start();
        }
        users++;
    }

    /** Ends them after the last member. */
    static synchronized void leave() {
        users--;
        if (users == 0) {
            Schedulers.shutdown();
        }
    }
}
