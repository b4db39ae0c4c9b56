// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.remote.HostLines.HostEnd;
import io.microbench.text.PreflightException;

/** Reports that a host no longer answers, with the reason in {@link #end}. */
public final class HostEndedException extends PreflightException {

    private static final long serialVersionUID = 1L;

    private final transient HostEnd end;
    private final String fork;

    public HostEndedException(String message, HostEnd end) {
        this(message, end, "");
    }

    private HostEndedException(String message, HostEnd end, String fork) {
        super(message);
        this.end = end;
        this.fork = fork;
    }

    /** Returns the same exception with a description of the fork that the host ran. */
    public HostEndedException during(String busy) {
        return new HostEndedException(String.valueOf(getMessage()), end, busy);
    }

    /** Returns the description of the fork that the host ran; empty if it ran none. */
    public String fork() {
        return fork;
    }

    /** Returns the exception for a host that was stopped, but not by this JVM. */
    public static HostEndedException stopped(String where) {
        String why = "it was stopped on " + where;
        return new HostEndedException("The JVM that starts the forks was ended: " + why + ".", new HostEnd.Broken(why));
    }

    public HostEnd end() {
        return end;
    }
}
