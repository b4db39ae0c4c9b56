// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

import io.microbench.environment.PreflightException;

/** Reports that a host answers no more, and with {@link #end} why. */
public final class HostGoneException extends PreflightException {

    private static final long serialVersionUID = 1L;

    private final transient HostEnd end;

    /** Carries a message for people, and why. */
    public HostGoneException(String message, HostEnd end) {
        super(message);
        this.end = end;
    }

    /**
     * Describes a host that somebody else than this JVM has stopped.
     *
     * @param where it ran
     */
    public static HostGoneException stopped(String where) {
        String why = "somebody stopped it on " + where;
        return new HostGoneException("The JVM that starts the forks was ended: " + why + ".", new HostEnd.Broken(why));
    }

    /** Returns why. */
    public HostEnd end() {
        return end;
    }
}
