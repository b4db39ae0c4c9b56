// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.io.Serializable;
import org.apiguardian.api.API;

/**
 * Work that returns a value, given as a lambda; it is serialised, and runs in forks.
 *
 * @param <T> the type of the value, which is passed to JMH's black hole; a primitive is boxed
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
@FunctionalInterface
public interface Work<T> extends Serializable {

    /** Does the work once. */
    T call() throws Exception;

    /** Work that returns nothing. */
    @FunctionalInterface
    interface Action extends Serializable {

        /** Does the work once. */
        void run() throws Exception;
    }

    /**
     * Work on the state of a worker.
     *
     * @param <W> the type of the state
     * @param <T> the type of the value
     */
    @FunctionalInterface
    interface Step<W, T> extends Serializable {

        /** Does the work once. */
        T call(W worker) throws Exception;
    }
}
