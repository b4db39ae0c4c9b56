// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

/** Takes {@code --monitor} alone, or with a file. */
final class MonitorTarget extends LoneOption {

    /** Stands for standard error. */
    static final String CONSOLE = "console";

    MonitorTarget() {
        super(CONSOLE);
    }
}
