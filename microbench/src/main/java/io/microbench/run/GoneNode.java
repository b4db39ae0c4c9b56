// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostGoneException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.Failure;
import io.microbench.text.PreflightException;
import java.util.List;

/**
 * A node that measures no longer.
 *
 * @param why what happened, as a sentence without its end
 * @param lost whether it is lost and is used again when it returns; otherwise it cannot measure and is not used again
 * @param fork the description of the fork that was lost with it; empty if it ran none
 */
public record GoneNode(String name, String why, boolean lost, String fork) {

    /** Describes a node that ran no fork. */
    GoneNode(String name, String why, boolean lost) {
        this(name, why, lost, "");
    }

    /** Describes a node whose host no longer answers; the node is lost if it went down with the host. */
    static GoneNode of(String name, HostGoneException gone) {
        return gone.end() instanceof HostEnd.NodeLost lost
                ? new GoneNode(name, lost.why(), true, gone.fork())
                : new GoneNode(name, String.valueOf(gone.getMessage()), false);
    }

    /** Describes a place on which no host can work; it is lost if it cannot be reached. */
    static GoneNode of(NodePlace<?> place, PreflightException refused) {
        return new GoneNode(place.name(), String.valueOf(refused.getMessage()), !place.isThere());
    }

    /**
     * Describes why the forks count no longer that a case had on a lost node.
     *
     * @param where the node that the case went to, such as " on two"
     * @param unlike how the new node differs from the lost one
     */
    public static Failure measuredAnew(String where, String unlike) {
        return Failure.of(
                Failure.Kind.NODE_LOST, "Its node was lost, and the case was measured again" + where + ": " + unlike);
    }

    /** Describes why a case is not measured where no node is left, in a sentence. */
    public static String nobodyLeft(String whatFor, List<String> gone) {
        return "No node was left to measure " + whatFor + ": " + String.join("; ", gone) + ".";
    }

    /** Returns what happened, with the fork, for the record of the run. */
    public String happened() {
        return why + withFork();
    }

    private String withFork() {
        return fork.isEmpty() ? "" : "; with it " + fork;
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
