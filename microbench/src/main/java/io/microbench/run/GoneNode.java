// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.environment.PreflightException;
import io.microbench.remote.HostEnd;
import io.microbench.remote.HostGoneException;
import java.util.Optional;

/**
 * A node that measures no longer.
 *
 * @param why what happened, as a sentence without its end
 * @param lost whether it is lost, and is used again when it comes back; otherwise it cannot measure, and is not asked again
 * @param fork the fork that was lost with it, in words; empty where it ran none
 */
public record GoneNode(String name, String why, boolean lost, Optional<String> fork) {

    /** Describes a node that ran no fork. */
    GoneNode(String name, String why, boolean lost) {
        this(name, why, lost, Optional.empty());
    }

    /** Describes a node whose host answers no more: it is lost where it took the host along. */
    static GoneNode of(String name, HostGoneException gone) {
        return gone.end() instanceof HostEnd.NodeLost lost
                ? new GoneNode(name, lost.why(), true)
                : new GoneNode(name, String.valueOf(gone.getMessage()), false);
    }

    /** Describes a place on which no host can work: it is lost where it cannot be reached. */
    static GoneNode of(NodePlace<?> place, PreflightException refused) {
        return new GoneNode(place.name(), String.valueOf(refused.getMessage()), !place.isThere());
    }

    /** Returns the same node with the fork that was lost with it. */
    public GoneNode with(Optional<String> lostFork) {
        return new GoneNode(name, why, lost, lostFork);
    }

    /** Returns what happened, with the fork, for the record of the run. */
    public String happened() {
        return why + withFork();
    }

    private String withFork() {
        return fork.map(one -> "; with it " + one).orElse("");
    }

    /** Returns the node and what happened, for a list. */
    public String text() {
        return name + (lost ? " is lost (" : " cannot be used (") + why + ")";
    }

    /** Returns a warning for people. */
    public String warning() {
        return "Node " + (lost ? text() + withFork() + ". Its cases move on." : name + " is not used: " + why);
    }
}
