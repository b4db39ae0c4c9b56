// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the process that started the host and that the host must not outlive.
 *
 * <p>Under Maven that is the Maven JVM: Surefire starts its test JVM through a shell, and when Maven is killed both
 * stay behind. A host started by hand may well outlive the shell it was started from, so there nothing is watched.
 */
public final class ParentProcess {

    private static final String SUREFIRE_MARK = "surefire.real.class.path";

    private final Optional<ProcessHandle> process;

    private ParentProcess(Optional<ProcessHandle> process) {
        this.process = process;
    }

    public static ParentProcess find() {
        return find(Optional.ofNullable(System.getProperty(SUREFIRE_MARK)), ProcessHandle.current());
    }

    /** Finds the parent of a host that Surefire left its mark on, or did not. */
    static ParentProcess find(Optional<String> mark, ProcessHandle host) {
        if (mark.isEmpty()) {
            return new ParentProcess(Optional.empty());
        }
        Optional<ProcessHandle> parent = host.parent();
        while (parent.isPresent() && !isJava(parent.get())) {
            parent = parent.get().parent();
        }
        return new ParentProcess(parent);
    }

    static ParentProcess of(ProcessHandle process) {
        return new ParentProcess(Optional.of(process));
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().map(c -> c.endsWith("java")).orElse(false);
    }

    /** Returns whether it was there and is gone. */
    public boolean gone() {
        return process.isPresent() && !process.get().isAlive();
    }

    /** Returns its process id; empty where there is nothing to watch. */
    public OptionalLong pid() {
        return process.isPresent() ? OptionalLong.of(process.get().pid()) : OptionalLong.empty();
    }
}
