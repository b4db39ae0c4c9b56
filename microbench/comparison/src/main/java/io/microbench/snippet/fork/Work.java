// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.Serializable;
import org.apiguardian.api.API;

/**
 * Work with a value, given as a lambda; it is serialised, and runs in forks.
 *
 * @param <T> of the value, which goes to JMH's black hole; a primitive one is boxed first
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface Work<T> extends Serializable {

    /** Does the work once. */
    T call() throws Exception;

    /** Work without a value. */
    @FunctionalInterface
    interface Action extends Serializable {

        /** Does the work once. */
        void run() throws Exception;
    }

    /**
     * Work on what a worker has for itself.
     *
     * @param <W> of what the worker has
     * @param <T> of the value
     */
    @FunctionalInterface
    interface Step<W, T> extends Serializable {

        /** Does the work once. */
        T call(W worker) throws Exception;
    }
}
