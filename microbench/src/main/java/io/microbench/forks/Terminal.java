// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Determines whether a process prints to a terminal; a JVM from JDK 22 on has a console without one. */
public final class Terminal {

    private Terminal() {}

    /**
     * Returns whether the standard output of this JVM is a terminal. Under Surefire it is a pipe, whose content ends up in
     * reports. False if the system has no {@code /proc}.
     */
    public static boolean isStandardOutput() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
