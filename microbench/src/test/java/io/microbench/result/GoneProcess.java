// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.io.IOException;
import java.nio.file.Path;

/** A process that has ended, for tests of files that killed processes leave behind. */
public final class GoneProcess {

    private GoneProcess() {}

    /** Returns the id of the ended process. */
    public static long pid() throws IOException, InterruptedException {
        Process gone = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        gone.waitFor();
        return gone.pid();
    }
}
