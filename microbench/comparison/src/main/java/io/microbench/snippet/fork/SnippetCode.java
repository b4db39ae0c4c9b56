// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The superclass of compiled snippets, with one instance for each worker.
 *
 * <p>Variables of init are static fields; variables of worker init are instance fields. A fork loads one such class, so
 * the JIT compiler knows the target of {@link #call} and inlines it like a private method.
 */
public abstract class SnippetCode {

    /** The value of {@link #once}; its name does not collide with users' fields. */
    protected @Nullable Object microbenchValue = NOTHING;

    /** The placeholder result of a snippet that returns nothing. */
    static final Object NOTHING = new Object();

    /** Called by the generated class. */
    protected SnippetCode() {}

    /** Runs the snippet once, and passes its value to the black hole. */
    public abstract void call(Blackhole blackhole) throws Throwable;

    /** Sets the inputs by name; called once per fork, before everything else. */
    public void inputs(Map<String, String> values) {}

    /** Initialises the state that all workers share; called once per fork. */
    public void init() throws Throwable {}

    /** Initialises this worker; called on its thread, after {@link #init}. */
    public void initWorker() throws Throwable {}

    /** Prepares the next call of this worker; not timed. */
    public void before() throws Throwable {}

    /** Runs after each call of this worker that has not failed; not timed. */
    public void after() throws Throwable {}

    /** Runs the snippet once like {@link #call}, and stores its value; only generated if results are compared. */
    public void once(Blackhole blackhole) throws Throwable {
        call(blackhole);
    }

    /** Cleans up; called once per fork, also after a failure. */
    public void done() throws Throwable {}
}
