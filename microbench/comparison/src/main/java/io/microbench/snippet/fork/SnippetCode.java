// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a snippet is compiled to: a class that extends this one, with one instance for each worker.
 *
 * <p>What {@code --init} declares is in its static fields, what {@code --init-worker} declares in those of the
 * instance. A fork loads one such class, so the JIT compiler knows what {@link #call} calls and inlines it like any
 * private method.
 */
public abstract class SnippetCode {

    /** What {@link #once} came to; not in the way of a field that somebody declares. */
    protected @Nullable Object microbenchValue = NOTHING;

    /** Stands for the value of a snippet without one. */
    static final Object NOTHING = new Object();

    /** For the generated class. */
    protected SnippetCode() {}

    /** Does the work once, and gives what comes of it to the black hole. */
    public abstract void call(Blackhole blackhole) throws Throwable;

    /** Takes the inputs by name; called before everything else, once a fork. */
    public void inputs(Map<String, String> values) {}

    /** Prepares what all workers share; called once a fork. */
    public void init() throws Throwable {}

    /** Prepares this worker; called on its own thread, after {@link #init}. */
    public void initWorker() throws Throwable {}

    /** Prepares the next call of this worker; not timed. */
    public void before() throws Throwable {}

    /** Comes behind each call of this worker that has not failed; not timed. */
    public void after() throws Throwable {}

    /**
     * Does the work once as {@link #call} does, and keeps what comes of it; there is none unless results are compared.
     */
    public void once(Blackhole blackhole) throws Throwable {
        call(blackhole);
    }

    /** Cleans up; called once a fork, also after a failure. */
    public void done() throws Throwable {}
}
