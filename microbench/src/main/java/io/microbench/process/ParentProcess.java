// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.util.Optional;

/**
 * Finds the process that started the host, which the host must not outlive.
 *
 * <p>Under Maven that is the Maven JVM: Surefire starts its test JVM through a shell, and both remain when Maven is
 * killed. A host started from a shell may outlive it, so it has no such parent.
 */
public final class ParentProcess {

    private static final String SUREFIRE_MARK = "surefire.real.class.path";

    private ParentProcess() {}

    public static Optional<ProcessHandle> find() {
        return System.getProperty(SUREFIRE_MARK) == null ? Optional.empty() : nearestJvm(ProcessHandle.current());
    }

    /** Returns the JVM that started a process, directly or through others such as a shell. */
    static Optional<ProcessHandle> nearestJvm(ProcessHandle host) {
        Optional<ProcessHandle> parent = host.parent();
        while (parent.isPresent() && !isJava(parent.get())) {
            parent = parent.get().parent();
        }
        return parent;
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().map(c -> c.endsWith("java")).orElse(false);
    }
}
