// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

/** Why a host answers no more. */
public sealed interface HostEnd {

    /** Returns the end of a sentence that begins with the host: {@code ended with exit code 1}. */
    String how();

    /** Its JVM ended. */
    record Exited(int exitCode) implements HostEnd {

        @Override
        public String how() {
            return "ended with exit code " + exitCode;
        }
    }

    /** It could not be started where it was to run, or not be reached any more; the node it was on is there. */
    record Broken(String why) implements HostEnd {

        @Override
        public String how() {
            return "cannot be reached: " + why;
        }
    }

    /** The node that it ran on was killed, is frozen or cut off. */
    record NodeLost(String node, String why) implements HostEnd {

        @Override
        public String how() {
            return "is lost with its node " + node + ": " + why;
        }
    }

    /** Nobody knows. */
    record Unknown() implements HostEnd {

        @Override
        public String how() {
            return "has gone";
        }
    }
}
