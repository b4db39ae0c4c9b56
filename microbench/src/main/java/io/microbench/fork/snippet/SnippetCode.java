/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.fork.snippet;

import java.util.Map;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a snippet is compiled to: a class that extends this one, with one instance for each worker.
 *
 * <p>What {@code --init} declares is in its static fields, what {@code --init-worker} declares in those of the instance. A
 * fork loads one such class, so the JIT compiler knows what {@link #call} calls and inlines it like any private method.
 */
public abstract class SnippetCode {

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

    /** Cleans up; called once a fork, also after a failure. */
    public void done() throws Throwable {}
}
