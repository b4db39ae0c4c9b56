/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out whether a process prints to a terminal; the JVM does not say, and from JDK 22 on has a console without one. */
public final class Terminal {

    private Terminal() {}

    /**
     * Returns whether the standard output of this JVM is a terminal. Under Surefire it is a pipe, and what goes through it ends
     * up in reports; where the system has no {@code /proc} it is taken for none.
     */
    public static boolean isStandardOutput() {
        return isStandardOutputOf(ProcessHandle.current().pid());
    }

    static boolean isStandardOutputOf(long pid) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
