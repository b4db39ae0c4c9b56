/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.forks.FirstUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Makes the first use of what every run of snippets needs, in a thread of its own; see {@link FirstUse}. */
public final class EarlyStart {

    private EarlyStart() {}

    /** Begins, and returns at once. */
    public static void begin() {
        Thread thread = new Thread(EarlyStart::run, "microbench-early-start");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run() {
        try {
            FirstUse.run();
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler != null) {
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)
                        .close();
            }
        } catch (IOException | RuntimeException e) {
            // The run needs the same, and reports what is wrong with it.
        }
    }
}
