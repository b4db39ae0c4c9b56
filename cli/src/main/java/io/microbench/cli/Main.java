// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.forks.Prewarm;
import io.microbench.junit.SuiteMain;
import io.microbench.text.StandardOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Starts the command. */
public final class Main {

    private Main() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        if (MicrobenchCommand.measures(arguments)) {
            Prewarm.begin(Prewarm::ofForks, Main::useCompiler, Prewarm::ofLink);
        } else if (!System.getProperty(RunCommand.SUITE, "").isEmpty()) {
            SuiteMain.prepare();
        }
        StandardOutput out = StandardOutput.ofThisJvm();
        Console console = Console.on(out);
        int status = MicrobenchCommand.commandLine(console, arguments).execute(arguments);
        console.out().flush();
        System.exit(out.exitStatus(status, "microbench", console.err()));
    }

    private static void useCompiler() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler != null) {
            compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)
                    .close();
        }
    }
}
