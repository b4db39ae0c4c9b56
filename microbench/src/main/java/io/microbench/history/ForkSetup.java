/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.text.Redaction;
import java.util.List;

/**
 * Describes what the forks of a case ran on and with.
 *
 * @param vm name and version of the forks' virtual machine, which need not be that of the host
 * @param jvmArgs all JVM arguments asked for, in the order of the command line; secrets are cut
 * @param blackholeMode how JMH consumed results: {@code compiler} or {@code full}; may be empty
 */
public record ForkSetup(String vm, List<String> jvmArgs, String blackholeMode) {

    /** Copies the arguments without secrets. */
    public ForkSetup {
        Check.text("VM of the forks", vm);
        jvmArgs = Redaction.arguments(jvmArgs);
        Check.text("blackhole mode", blackholeMode);
    }
}
