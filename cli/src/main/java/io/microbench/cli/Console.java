// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.Printable;
import io.microbench.text.StandardOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** The output of the command: results to standard output, everything else to standard error. */
record Console(PrintStream out, PrintStream err, Charset charset, ConsoleStyle style) {

    /** Set by the launcher: a JVM cannot detect on its own whether its standard output is a terminal. */
    private static final String TERMINAL = "microbench-cli.terminal";

    private static final char UNKNOWN = '\uFFFD';

    static Console on(StandardOutput out) {
        Charset charset = nativeCharset();
        return new Console(
                Printable.reports(new PrintStream(out, true, charset)),
                Printable.stream(new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset)),
                charset,
                ConsoleStyle.of(charset, Boolean.getBoolean(TERMINAL), System.getenv()));
    }

    void warn(String warning) {
        err.println("microbench: WARNING: " + warning);
    }

    static String input() {
        try {
            return new String(System.in.readAllBytes(), nativeCharset());
        } catch (IOException e) {
            throw new UncheckedIOException("Standard input cannot be read (" + e + ")", e);
        }
    }

    /**
     * Returns the text of a command line argument; fails if a character was lost. A JVM silently replaces characters
     * that the locale cannot encode with U+FFFD.
     */
    static String requireEncoded(String what, String text) {
        String encoding = System.getProperty("sun.jnu.encoding", "");
        if (text.indexOf(UNKNOWN) >= 0 && !encoding.equalsIgnoreCase("UTF-8")) {
            throw new ConfigurationException(what + " has a character that the locale cannot encode (" + encoding
                    + "): "
                    + Printable.value(text)
                    + ". Set a locale that can, such as LC_ALL=C.UTF-8, or write \\u and four digits in a snippet.");
        }
        return text;
    }

    /** Returns the charset of the system, because the default charset is always UTF-8 as of JDK 18. */
    private static Charset nativeCharset() {
        String name = System.getProperty("native.encoding");
        return name != null && Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
    }
}
