// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.remote;

/** Why a host no longer answers. */
public sealed interface HostEnd {

    /** Returns the end of a sentence that begins with the host: {@code ended with exit code 1}. */
    String how();

    /** The host's JVM ended. */
    record Exited(int exitCode) implements HostEnd {

        @Override
        public String how() {
            return "ended with exit code " + exitCode;
        }
    }

    /** The host could not be started or can no longer be reached, although its node is available. */
    record Broken(String why) implements HostEnd {

        @Override
        public String how() {
            return "cannot be reached: " + why;
        }
    }

    /** The host's node was killed, is frozen or disconnected. */
    record NodeLost(String node, String why) implements HostEnd {

        @Override
        public String how() {
            return "is lost with its node " + node + ": " + why;
        }
    }

    /** The reason is unknown. */
    record Unknown() implements HostEnd {

        @Override
        public String how() {
            return "has ended for an unknown reason";
        }
    }
}
