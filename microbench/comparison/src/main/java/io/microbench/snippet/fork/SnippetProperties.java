// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

/** The names of properties that the host passes to a fork, and of properties that the fork reports. */
public final class SnippetProperties {

    /** The system property that names the folder of the fork. */
    public static final String FOLDER = "microbench.fork.snippet";

    /** The system property that requests a virtual thread for compared calls. */
    public static final String VIRTUAL = "microbench.fork.virtual";

    /** The file in that folder that exists as soon as the class is compiled. */
    public static final String READY = "ready.properties";

    /** The property in that file with the folder of the class. */
    public static final String CLASSES = "classes";

    /** The prefix of the names of inputs in that file. */
    public static final String INPUT = "input.";

    /** The name of the class, which extends {@link SnippetCode}. */
    public static final String CLASS = "MicrobenchSnippet";

    /** The fact with the failure of {@code done}, reported only if it failed. */
    public static final String DONE_FAILURE = "snippet.done.failure";

    /** The fact with the number of calls, by all workers, that had hooks around them. */
    public static final String HOOKED_CALLS = "snippet.hooked.calls";

    private SnippetProperties() {}
}
