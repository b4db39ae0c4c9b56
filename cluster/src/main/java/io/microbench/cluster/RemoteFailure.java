// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A failure on another node, as text: its exception class may be unknown here, or not serialisable.
 *
 * @param type class of the exception
 * @param message its message; empty if it had none
 * @param stack its stack trace with causes, at most {@value #LONGEST_STACK} characters
 */
record RemoteFailure(String type, String message, String stack) {

    static final int LONGEST_STACK = 32_768;
    private static final int LONGEST_MESSAGE = 8192;

    public RemoteFailure {
        message = head(message, LONGEST_MESSAGE);
        stack = head(stack, LONGEST_STACK);
    }

    /** Describes an exception. */
    static RemoteFailure of(Throwable failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        String message = failure.getMessage();
        return new RemoteFailure(failure.getClass().getName(), message == null ? "" : message, stack.toString());
    }

    /** Describes a request that a node refuses. */
    static RemoteFailure refusal(String message) {
        return new RemoteFailure(ClusterException.class.getName(), message, "");
    }

    private static String head(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }

    @Override
    public String toString() {
        return message.isEmpty() ? type : type + ": " + message;
    }
}
