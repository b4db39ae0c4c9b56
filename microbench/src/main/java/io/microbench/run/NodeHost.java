// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.util.List;

/** Runs forks on a node; for one thread, but for {@link #close}. */
public interface NodeHost extends AutoCloseable {

    /** Returns warnings about the numbers of this node, each with what to do. */
    List<String> warnings();

    /** Ends the host, and its busy fork; from any thread. */
    @Override
    void close();
}
